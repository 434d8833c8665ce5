// Images, videos, and conversions with a list of their losses.

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desktop/panels/panels.h"
#include "desktop/panels/widgets.h"
#include "render/image/internal/picture_file.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"

namespace skelter {
namespace {

void ask(ViewerData& data, ExportSettings settings) {
  const Result<ExportSettings> fine = checked(std::move(settings));
  if (fine)
    data.to_export = *fine;
  else
    say(data, fine.error());
}

void draw_size(ExportSettings& settings) {
  int size[2] = {static_cast<int>(settings.width), static_cast<int>(settings.height)};
  if (ImGui::InputInt2("Size", size)) {
    settings.width = static_cast<std::uint32_t>(std::clamp(size[0], 1, 16383));
    settings.height = static_cast<std::uint32_t>(std::clamp(size[1], 1, 16383));
  }
}

void draw_images(ViewerData& data) {
  ExportSettings& settings = data.export_settings;
  if (settings.path.empty()) settings.path = "picture.png";
  ImGui::InputText("Name", &settings.path);
  widgets::hint(
      ".png and .webp: the current image. .gif, .mp4, numbered images (NAME.####.png) and, as a video, "
      ".webp: the playback range.");
  draw_size(settings);
  ImGui::Checkbox("Video", &settings.video);
  const std::string ending = extension(settings.path);
  if (settings.video || ending == ".gif" || ending == ".mp4" || is_frame_sequence(settings.path)) {
    auto fps = static_cast<float>(settings.fps);
    if (ImGui::SliderFloat("Per second", &fps, 1, 60, "%.0f")) settings.fps = double{fps};
    bool turns = settings.turntable_deg != 0;
    ImGui::SameLine();
    if (ImGui::Checkbox("Turn", &turns)) settings.turntable_deg = turns ? 360 : 0;
    widgets::tooltip("The camera turns around the model once");
  }
  if (data.export_progress) {
    ImGui::ProgressBar(static_cast<float>(*data.export_progress));
    if (ImGui::Button("Stop")) data.cancel_export = true;
  } else if (ImGui::Button("Export")) {
    ask(data, settings);
  }
}

// Lists the losses and, separately, the data that only changes its form. File names are omitted.
void draw_losses(const Diagnostics& losses) {
  const auto list = [&](Severity severity, std::string_view title) {
    std::string lines;
    for (const Diagnostic& entry : losses.entries())
      if (entry.severity == severity) lines += "- " + loss_line(entry) + "\n";
    if (lines.empty()) return;
    ImGui::TextUnformatted(title.data(), title.data() + title.size());
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(lines.c_str());
    ImGui::PopTextWrapPos();
  };
  if (losses.count(Severity::warning) == 0) widgets::hint("Nothing is lost.");
  list(Severity::warning, "Lost:");
  list(Severity::note, "Stored differently:");
}

void draw_conversion(ViewerData& data) {
  Conversion& conversion = data.conversion;
  if (conversion.path.empty()) conversion.path = "converted.x";
  if (ImGui::InputText("New file", &conversion.path)) conversion.written.reset();
  if (ImGui::Button("What would be lost?")) {
    const std::string path = conversion.path;
    if (const Result<void> prepared = prepare_conversion(data, path); !prepared) {
      say(data, prepared.error());
      conversion.path = path;
    }
  }
  if (!conversion.written || conversion.document != data.document_number()) return;
  draw_losses(conversion.written->losses);
  const bool replaces = file_exists(conversion.path);
  const std::string label = fmt::format("{} {} ({} bytes)", replaces ? "Replace" : "Write", conversion.path,
                                        conversion.written->bytes.size());
  if (ImGui::Button(label.c_str()))
    if (const Result<void> written = write_conversion(data); !written) say(data, written.error());
}

}  // namespace

void draw_export_tab(ViewerData& data) {
  if (data.document() == nullptr) return;
  ImGui::TextDisabled("Image or video");
  draw_images(data);
  ImGui::Separator();
  ImGui::TextDisabled("Convert");
  draw_conversion(data);
}

}  // namespace skelter
