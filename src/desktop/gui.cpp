#include "desktop/gui.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstring>

#include "skelter/system/file.h"

namespace skelter {
namespace {

constexpr float kFontSize = 15;  // points

// Fonts with Greek and Cyrillic; the first readable one is used. If there is none, Dear ImGui's default font
// is used.
constexpr const char* kFonts[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                  "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                  "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                  "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
                                  "/System/Library/Fonts/Supplemental/Arial.ttf",
                                  "C:/Windows/Fonts/segoeui.ttf"};

void load_font(float size) {
  static const ImWchar kRanges[] = {0x20, 0x24F, 0x370, 0x3FF, 0x400, 0x4FF, 0x2010, 0x2027, 0};
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ImFontConfig config;
  config.OversampleH = 2;
  config.PixelSnapH = true;
  for (const char* font : kFonts)
    if (file_exists(font) && atlas.AddFontFromFileTTF(font, size, &config, kRanges) != nullptr) return;
  ImFontConfig built_in;
  built_in.SizePixels = size;
  atlas.AddFontDefault(&built_in);
}

ImVec4 rgb(int r, int g, int b, float a = 1) {
  return {static_cast<float>(r) / 255, static_cast<float>(g) / 255, static_cast<float>(b) / 255, a};
}

void set_colors(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  ImVec4* c = style.Colors;
  const ImVec4 accent = rgb(72, 160, 208), calm = rgb(58, 66, 78), bright = rgb(78, 90, 106);
  c[ImGuiCol_WindowBg] = rgb(32, 36, 43, 0.96f);
  c[ImGuiCol_ChildBg] = rgb(0, 0, 0, 0);
  c[ImGuiCol_PopupBg] = rgb(38, 43, 51, 0.98f);
  c[ImGuiCol_Border] = rgb(66, 74, 86, 0.7f);
  c[ImGuiCol_Text] = rgb(228, 232, 237);
  c[ImGuiCol_TextDisabled] = rgb(140, 149, 160);
  c[ImGuiCol_FrameBg] = rgb(48, 54, 64);
  c[ImGuiCol_FrameBgHovered] = calm;
  c[ImGuiCol_FrameBgActive] = bright;
  c[ImGuiCol_TitleBg] = rgb(26, 29, 35);
  c[ImGuiCol_TitleBgActive] = rgb(36, 52, 66);
  c[ImGuiCol_MenuBarBg] = rgb(26, 29, 35);
  c[ImGuiCol_Button] = calm;
  c[ImGuiCol_ButtonHovered] = bright;
  c[ImGuiCol_ButtonActive] = accent;
  c[ImGuiCol_Header] = rgb(46, 84, 108);
  c[ImGuiCol_HeaderHovered] = rgb(54, 98, 126);
  c[ImGuiCol_HeaderActive] = accent;
  c[ImGuiCol_CheckMark] = rgb(120, 200, 244);
  c[ImGuiCol_SliderGrab] = accent;
  c[ImGuiCol_SliderGrabActive] = rgb(120, 200, 244);
  c[ImGuiCol_Separator] = c[ImGuiCol_Border];
  c[ImGuiCol_Tab] = rgb(40, 46, 55);
  c[ImGuiCol_TabHovered] = rgb(54, 98, 126);
  c[ImGuiCol_TabActive] = rgb(46, 84, 108);
  c[ImGuiCol_TableHeaderBg] = rgb(40, 46, 55);
  c[ImGuiCol_TableRowBgAlt] = rgb(255, 255, 255, 0.03f);
}

void set_style(double scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  set_colors(style);
  style.WindowRounding = 5;
  style.FrameRounding = 4;
  style.GrabRounding = 4;
  style.PopupRounding = 4;
  style.TabRounding = 4;
  style.ScrollbarSize = 12;
  style.WindowBorderSize = 1;
  style.WindowPadding = {10, 8};
  style.FramePadding = {7, 3};
  style.ItemSpacing = {8, 5};
  style.IndentSpacing = 16;
  style.ScaleAllSizes(static_cast<float>(scale));
}

void map_keys(ImGuiIO& io) {
  const std::pair<ImGuiKey, Key> pairs[] = {{ImGuiKey_Tab, Key::tab},
                                            {ImGuiKey_LeftArrow, Key::left},
                                            {ImGuiKey_RightArrow, Key::right},
                                            {ImGuiKey_UpArrow, Key::up},
                                            {ImGuiKey_DownArrow, Key::down},
                                            {ImGuiKey_PageUp, Key::page_up},
                                            {ImGuiKey_PageDown, Key::page_down},
                                            {ImGuiKey_Home, Key::home},
                                            {ImGuiKey_End, Key::end},
                                            {ImGuiKey_Insert, Key::insert},
                                            {ImGuiKey_Delete, Key::del},
                                            {ImGuiKey_Backspace, Key::backspace},
                                            {ImGuiKey_Space, Key::space},
                                            {ImGuiKey_Enter, Key::enter},
                                            {ImGuiKey_Escape, Key::escape},
                                            {ImGuiKey_A, Key('A')},
                                            {ImGuiKey_C, Key('C')},
                                            {ImGuiKey_V, Key('V')},
                                            {ImGuiKey_X, Key('X')},
                                            {ImGuiKey_Y, Key('Y')},
                                            {ImGuiKey_Z, Key('Z')}};
  for (const auto& pair : pairs) io.KeyMap[pair.first] = code(pair.second);
}

void set_modifiers(ImGuiIO& io, const Modifiers& modifiers) {
  io.KeyShift = modifiers.shift;
  io.KeyCtrl = modifiers.control;
  io.KeyAlt = modifiers.alt;
}

std::size_t index_of(MouseButton button) {
  return button == MouseButton::left ? 0 : button == MouseButton::right ? 1 : 2;
}

}  // namespace

Gui::Gui() : context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  map_keys(io);
}

Gui::~Gui() {
  ImGui::SetCurrentContext(context_);
  ImGui::DestroyContext(context_);
}

void Gui::gain_context() {
  ImGui::SetCurrentContext(context_);
  has_context_ = ImGui_ImplOpenGL3_Init("#version 330 core");
}

void Gui::lose_context() {
  if (!has_context_) return;
  ImGui::SetCurrentContext(context_);
  ImGui_ImplOpenGL3_Shutdown();
  has_context_ = false;
}

std::vector<InputEvent> Gui::share_of_frame(const std::vector<InputEvent>& events) {
  ImGui::SetCurrentContext(context_);
  queue_.add(events);
  return queue_.take(ImGui::GetIO().WantTextInput);
}

double Gui::rest_s() const {
  constexpr double kBlink_s = 0.2;
  ImGui::SetCurrentContext(context_);
  const ImGuiIO& io = ImGui::GetIO();
  const auto is_held = [](bool down) { return down; };
  if (!queue_.is_empty() || std::any_of(std::begin(io.MouseDown), std::end(io.MouseDown), is_held) ||
      std::any_of(std::begin(io.KeysDown), std::end(io.KeysDown), is_held))
    return 0;
  return io.WantTextInput ? kBlink_s : Application::kUntilInput;
}

bool Gui::feed(const InputEvent& event) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  if (const auto* key = std::get_if<KeyEvent>(&event)) {
    const int at = code(key->key);
    if (at > 0 && at < 512) io.KeysDown[at] = key->press != Press::up;
    set_modifiers(io, key->modifiers);
    return !io.WantTextInput;
  }
  if (const auto* text = std::get_if<TextEvent>(&event)) {
    io.AddInputCharacter(text->character);
    return !io.WantTextInput;
  }
  if (const auto* button = std::get_if<MouseButtonEvent>(&event)) {
    io.MouseDown[index_of(button->button)] = button->press != Press::up;
    io.MousePos = {static_cast<float>(button->x), static_cast<float>(button->y)};
    set_modifiers(io, button->modifiers);
    // The end of a press that began outside the panels.
    return !io.WantCaptureMouse || button->press == Press::up;
  }
  if (const auto* move = std::get_if<MouseMoveEvent>(&event)) {
    io.MousePos = {static_cast<float>(move->x), static_cast<float>(move->y)};
    return true;
  }
  if (const auto* wheel = std::get_if<WheelEvent>(&event)) {
    if (io.WantCaptureMouse) io.MouseWheel += static_cast<float>(wheel->steps);
    return !io.WantCaptureMouse;
  }
  return true;
}

void Gui::set_scale(double pixels_per_point) {
  if (scale_ == pixels_per_point) return;
  scale_ = pixels_per_point;
  set_style(scale_);
  load_font(kFontSize * static_cast<float>(scale_));
  if (has_context_) ImGui_ImplOpenGL3_DestroyDeviceObjects();  // they are created again with the new font
}

void Gui::begin_frame(const FrameSize& size, double step_s) {
  ImGui::SetCurrentContext(context_);
  set_scale(size.pixels_per_point);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  io.DeltaTime = static_cast<float>(std::max(step_s, 1e-4));
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void Gui::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Result<std::vector<InputEvent>> run_frame(Application& application, Gui& gui,
                                          const std::vector<InputEvent>& events, double step_s,
                                          const FrameSize& size) {
  std::vector<InputEvent> passed = gui.share_of_frame(events);
  for (const InputEvent& event : passed)
    if (gui.feed(event)) application.handle(event);
  if (application.wants_to_quit()) return passed;
  application.update(step_s);
  if (const Result<void> drawn = application.draw(size); !drawn) return drawn.error();
  gui.begin_frame(size, step_s);
  application.draw_panels(size);
  gui.end_frame();
  return passed;
}

}  // namespace skelter
