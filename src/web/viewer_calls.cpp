// Calls for the viewer and for writing files.

#include <emscripten/html5.h>
#include <epoxy/gl.h>

#include <memory>

#include "compile/internal/json_values.h"
#include "render/gl/internal/target.h"
#include "save/internal/save_scene.h"
#include "skelter/system/file.h"
#include "viewer/command/internal/actions.h"
#include "viewer/document/internal/file_services.h"
#include "viewer/internal/viewer.h"
#include "viewer/internal/viewer_data.h"
#include "web/answer.h"
#include "web/bridge.h"
#include "web/files.h"
#include "web/held_scenes.h"
#include "web/keys.h"
#include "web/reading.h"

namespace skelter::web {
namespace {

// A page has less memory than a desktop application.
constexpr std::uint64_t kMaxPictureBytes = std::uint64_t{256} << 20;
// GPU memory for the meshes of a file. A file may have 256 MiB, and meshes grow slightly on upload.
constexpr std::uint64_t kMaxUploadBytes = std::uint64_t{512} << 20;
// The page blocks while a clip is compiled.
constexpr std::uint64_t kMaxKeysToCompile = 50'000;

struct Shown {
  Viewer viewer;
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
  std::string canvas;
  bool antialias = true;
};
std::unique_ptr<Shown> shown;

struct Video {
  Image frame;
  bool complete = false;
};
Video video;

Error not_started() {
  return wrong_call("web.no-viewer", "the viewer has not been started");
}

TextureOptions texture_options() {
  TextureOptions textures;
  textures.folders_above = kMaxTextureFoldersAbove;
  textures.max_total_bytes = textures.max_image_bytes = kMaxPictureBytes;
  return textures;
}

ViewerServices services(const std::string& config = {}) {
  FileServicesOptions options;
  options.config = config;
  options.reading = page_reading();
  options.reading.x.frame_numbers = true;  // as in `skelter view`
  options.textures = texture_options();
  return file_services(options);
}

// Registers the canvas from the module's options with Emscripten. The canvas need not be in the document.
EM_JS(bool, name_own_canvas, (), {
  if (!Module["canvas"]) return false;
  specialHTMLTargets["!own"] = Module["canvas"];
  return true;
});

Result<void> make_context(Shown& of) {
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = attributes.stencil = true;
  attributes.antialias = of.antialias;
  attributes.enableExtensionsByDefault = false;  // each of about thirty extensions would query the browser's
                                                 // graphics process
  const bool own = of.canvas.empty();
  if (own && !name_own_canvas())
    return wrong_call("web.no-canvas", "neither \"canvas\" nor the module's option canvas is given");
  of.context = emscripten_webgl_create_context(own ? "!own" : of.canvas.c_str(), &attributes);
  if (of.context <= 0 || emscripten_webgl_make_context_current(of.context) != EMSCRIPTEN_RESULT_SUCCESS) {
    of.context = 0;
    return Error{Status::unsupported,
                 "web.no-webgl2",
                 "the browser does not provide a WebGL2 context for the canvas",
                 {}};
  }
  emscripten_webgl_enable_extension(of.context, "EXT_texture_filter_anisotropic");
  return {};
}

void drop_context(Shown& of) {
  of.viewer.lose_context();
  if (of.context > 0) emscripten_webgl_destroy_context(of.context);
  of.context = 0;
}

Result<void> gain_context(Shown& of) {
  if (auto made = make_context(of); !made) return made;
  return of.viewer.gain_context();
}

Result<std::vector<std::string>> checked_files(const Json& json) {
  std::vector<std::string> files = texts_of(json, "files");
  for (const std::string& file : files)
    if (auto checked = checked_path(file); !checked) return checked.error();
  return files;
}

Json errors_json(const std::vector<Error>& errors) {
  Json list = Json::array();
  for (const Error& error : errors) list.push_back(to_json(error));
  return list;
}

int failed(const Error& error) {
  note_error(error);
  return 1;
}

Result<void> ready() {
  if (!shown) return not_started();
  if (shown->context <= 0) return Error{Status::not_ready, "web.no-context", "the context is lost", {}};
  emscripten_webgl_make_context_current(shown->context);
  return {};
}

}  // namespace
}  // namespace skelter::web

using namespace skelter;
using namespace skelter::web;

extern "C" {

const char* sk_scene_convert(std::uint32_t scene, const char* out_path) {
  const std::shared_ptr<HeldScene> found = held_scene(scene);
  if (found == nullptr) return answer(no_such("scene", scene));
  const std::string path = out_path, ending = extension(path);
  if (ending != ".x" && ending != ".gltf" && ending != ".glb")
    return answer(wrong_call("web.ending",
                             "files of type \"" + ending + "\" are not written; expected .x, .gltf or .glb"));
  if (auto checked = checked_path(path); !checked) return answer(checked.error());
  const auto made = converted(found->scene, path, texture_options());
  if (!made) return answer(made.error());
  Json files = Json::array({path});
  if (auto put = put_file(path, made->bytes); !put) return answer(put.error());
  const std::string folder = parent_folder(path);
  for (const SideFile& file : made->files) {
    const std::string beside = folder.empty() ? file.name : folder + "/" + file.name;
    if (auto put = put_file(beside, file.bytes); !put) return answer(put.error());
    files.push_back(beside);
  }
  return answer(Json{{"files", files}, {"losses", to_json(made->losses)}});
}

const char* sk_viewer_start(const char* text) {
  if (shown) return answer(wrong_call("web.viewer-runs", "the viewer has already been started"));
  const auto json = parse_object(text);
  if (!json) return answer(json.error());
  auto files = checked_files(*json);
  if (!files) return answer(files.error());
  ViewerOptions options;
  options.files = std::move(*files);
  options.services = services();
  options.textures = texture_options();
  options.max_upload_bytes = kMaxUploadBytes;
  options.most_keys_to_compile = kMaxKeysToCompile;
  shown.reset(new Shown{Viewer(std::move(options)), 0, text_of(*json, "canvas").value_or(""),
                        flag_of(*json, "antialias", true)});
  if (auto gained = gain_context(*shown); !gained) {
    drop_context(*shown);
    shown.reset();
    return answer(gained.error());
  }
  if (const auto state = json->find("state"); state != json->end() && state->is_object()) {
    const auto parsed = viewer_state_from_json(compile::dumped(*state));
    if (!parsed) return answer(parsed.error());
    (void)shown->viewer.restore(*parsed);  // the viewer reports errors
  }
  return answer(Json{{"not_opened", errors_json(shown->viewer.not_opened())}});
}

const char* sk_viewer_stop() {
  if (!shown) return answer(not_started());
  drop_context(*shown);
  shown.reset();
  return answer(Json::object());
}

const char* sk_viewer_open(const char* text) {
  if (!shown) return answer(not_started());
  const auto json = parse_object(text);
  if (!json) return answer(json.error());
  auto files = checked_files(*json);
  if (!files) return answer(files.error());
  const std::string config = text_of(*json, "config").value_or("");
  const std::string graph = text_of(*json, "graph").value_or("");
  for (const std::string& file : {config, graph})
    if (!file.empty())
      if (auto checked = checked_path(file); !checked) return answer(checked.error());
  ViewerData& data = shown->viewer.data();
  data.options.services = services(config);
  auto opened = open_paths(data, *files);
  if (opened && !graph.empty()) opened = shown->viewer.command("graph open " + graph);
  return answer(opened);
}

const char* sk_viewer_event(const char* text) {
  if (!shown) return answer(not_started());
  const auto json = parse_object(text);
  if (!json) return answer(json.error());
  const auto events = events_of(*json);
  if (!events) return answer(events.error());
  for (const InputEvent& event : *events) shown->viewer.handle(event);
  return answer(Json::object());
}

const char* sk_viewer_command(const char* line) {
  return shown ? answer(shown->viewer.command(line)) : answer(not_started());
}

int sk_viewer_frame(double step_s, std::uint32_t width, std::uint32_t height, double pixels_per_point) {
  note_error(std::nullopt);
  if (const auto fine = ready(); !fine) return failed(fine.error());
  if (width == 0 || height == 0) return 0;
  video.frame = {};
  shown->viewer.update(step_s > 0 ? step_s : 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const auto drawn = shown->viewer.draw({width, height, pixels_per_point > 0 ? pixels_per_point : 1});
  return drawn ? 0 : failed(drawn.error());
}

const char* sk_viewer_report() {
  return shown ? answer_text(shown->viewer.report()) : answer(not_started());
}

const char* sk_viewer_now() {
  return shown ? answer_text(shown->viewer.report_now()) : answer(not_started());
}

const char* sk_viewer_state() {
  return shown ? answer_text(to_json_text(shown->viewer.state())) : answer(not_started());
}

const char* sk_viewer_restore(const char* json) {
  if (!shown) return answer(not_started());
  const auto state = viewer_state_from_json(json);
  return state ? answer(shown->viewer.restore(*state)) : answer(state.error());
}

const char* sk_viewer_lose_context() {
  if (!shown) return answer(not_started());
  drop_context(*shown);
  return answer(Json::object());
}

const char* sk_viewer_gain_context() {
  if (!shown) return answer(not_started());
  drop_context(*shown);
  return answer(gain_context(*shown));
}

const std::uint8_t* sk_viewer_pixels(std::uint32_t width, std::uint32_t height) {
  static Image picture;
  note_error(std::nullopt);
  const auto fail = [](const Error& error) {
    note_error(error);
    return nullptr;
  };
  if (const auto fine = ready(); !fine) return fail(fine.error());
  const auto target = RenderTarget::create(width, height);
  if (!target) return fail(target.error());
  shown->viewer.update(0);  // updates the pose, because a command may have changed the time
  if (const auto drawn = shown->viewer.draw({width, height, 1}); !drawn) return fail(drawn.error());
  picture = target->read_pixels();
  return picture.rgba.data();
}

const char* sk_viewer_video(const char* text) {
  if (!shown) return answer(not_started());
  const auto json = parse_object(text);
  if (!json) return answer(json.error());
  const auto number = [&](const char* name) { return number_of(*json, name).value_or(0); };
  if (!(number("width") >= 1 && number("width") <= 16383 && number("height") >= 1 &&
        number("height") <= 16383))
    return answer(wrong_call("web.film", "size out of range; expected 1 to 16383 pixels each way"));
  ExportSettings settings;
  settings.path = "film.#.png";  // name used in messages
  settings.width = static_cast<std::uint32_t>(number("width"));
  settings.height = static_cast<std::uint32_t>(number("height"));
  settings.fps = number("fps");
  settings.turntable_deg = number("turntable_deg");
  const auto fine = checked(settings);
  if (!fine) return answer(fine.error());
  ViewerData& data = shown->viewer.data();
  video = {};
  data.take_frames = [](const Image* frame) {
    if (frame == nullptr)
      video.complete = true;
    else
      video.frame = *frame;
  };
  data.to_export = *fine;
  return answer(Json::object());
}

const std::uint8_t* sk_viewer_video_frame() {
  return video.frame.rgba.empty() ? nullptr : video.frame.rgba.data();
}

int sk_viewer_video_is_complete() {
  return video.complete ? 1 : 0;
}

}  // extern "C"
