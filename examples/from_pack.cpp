// Loads a pack as a game does: one file that includes its textures, and no reader of model formats. Prints
// the contents of the pack and plays its clips one after another. `skelter compile FILE PACK.skelter` makes
// packs. Usage: from_pack PACK.skelter
#include "show.h"
#include "skelter/play/character.h"
#include "skelter/render/renderer.h"

using namespace skelter;

namespace {

Result<CharacterData> open_pack(const std::string& path) {
  auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  Pack pack;
  if (const Problem problem = Pack::open(std::move(*bytes), pack); !problem.ok())
    return Error{Status::bad_data, "pack.bad", problem.what, {path, 0, {}, {}}};
  return CharacterData::create(std::move(pack));
}

class PackWindow : public Program {
 public:
  explicit PackWindow(const CharacterData& data) : hero_(data) {
    (void)hero_.clips()->play(0);
    update(0);
  }

  Result<void> gain_context() override {
    auto renderer = Renderer::create();
    if (!renderer) return renderer.error();
    auto uploaded = renderer->upload(hero_.data().shape());
    if (!uploaded) return uploaded.error();
    on_card_.emplace(OnCard{std::move(*renderer), std::move(*uploaded)});
    camera_ = auto_camera(on_card_->uploaded.bounds(hero_.pose()));
    return {};
  }
  void lose_context() override { on_card_.reset(); }

  void update(double step_s) override {
    if (hero_.clips()->clip() != kNone && hero_.clips()->queued() == 0) {  // queues the next clip
      PlayOptions options;
      options.fade_s = 0.3;
      (void)hero_.clips()->queue((hero_.clips()->clip() + 1) % hero_.data().clip_count(), options);
    }
    if (hero_.update(step_s) != Status::ok) std::puts(hero_.why().c_str());
    hero_.finish();
  }
  Result<void> draw(const FrameSize& size) override {
    return on_card_->renderer.draw(on_card_->uploaded, hero_.pose(), camera_, size.width, size.height);
  }
  std::string title() const override { return "A pack"; }

 private:
  struct OnCard {
    Renderer renderer;
    UploadedModel uploaded;
  };
  Character hero_;
  std::optional<OnCard> on_card_;
  Camera camera_;
};

}  // namespace

int main(int argc, char** argv) {
  const Arguments arguments = arguments_of(argc, argv);
  if (arguments.plain.size() != 1) return std::puts("usage: from_pack PACK.skelter"), 2;
  const auto data = open_pack(arguments.plain[0]);
  if (!data) return std::puts(to_string(data.error()).c_str()), 1;
  std::printf("joints: %u, meshes: %zu, skins: %zu, pictures: %u\n", data->skeleton().joint_count(),
              data->meshes().size(), data->skins().size(), data->pack().count(SectionKind::images));
  for (std::uint32_t clip = 0; clip < data->clip_count(); ++clip)
    std::printf("clip %s\n", std::string(data->clip_name(clip)).c_str());
  PackWindow window(*data);
  return show(window, arguments);
}
