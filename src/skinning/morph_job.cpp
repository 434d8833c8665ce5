#include "skelter/skinning/linear_skinning_job.h"

#include <algorithm>
#include <cstdint>

#include "skinning/kernel_arguments.h"

namespace skelter {

Status MorphJob::validate() const {
  const bool good = mesh != nullptr && weights.size() <= mesh->morphs.size() &&
                    out_vertices.size() >= mesh->vertices.size() &&
                    reinterpret_cast<std::uintptr_t>(out_vertices.data()) % 16 == 0;
  return good ? Status::ok : Status::invalid_argument;
}

Status MorphJob::run() const {
  if (const Status status = validate(); status != Status::ok) return status;
  std::copy(mesh->vertices.begin(), mesh->vertices.end(), out_vertices.begin());
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] != 0) skinning::add_morph(*mesh, mesh->morphs[i], weights[i], out_vertices.data());
  return Status::ok;
}

}  // namespace skelter
