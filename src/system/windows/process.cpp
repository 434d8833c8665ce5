#include "system/internal/process.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>
// After windows.h, which declares what it uses.
#include <psapi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "system/internal/filesystem.h"
#include "system/last_line.h"
#include "system/os_files.h"
#include "system/path_text.h"
#include "system/windows/child.h"
#include "system/windows/utf16.h"

namespace skelter {
namespace {

Error process_failure(const std::string& program, std::string message) {
  return {Status::io, "process.io", std::move(message), {program, 0, {}, {}}};
}

UINT code_page_before = 0;

// Consoles show UTF-8 and colours as long as the program runs.
void prepare_console() {
  for (const DWORD standard : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    const HANDLE console = ::GetStdHandle(standard);
    DWORD mode = 0;
    if (!::GetConsoleMode(console, &mode)) continue;
    ::SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    if (code_page_before != 0) continue;
    code_page_before = ::GetConsoleOutputCP();
    ::SetConsoleOutputCP(CP_UTF8);
    std::atexit([] { ::SetConsoleOutputCP(code_page_before); });
  }
}

std::string exit_text(DWORD status) {
  if (status < 0xC0000000) return "ended with status " + std::to_string(status);
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "was ended by exception 0x%08lX", status);
  return text.data();
}

}  // namespace

// --- children ---

std::string windows_error(DWORD code) {
  std::array<wchar_t, 300> text;
  DWORD size = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, code, 0,
                                text.data(), static_cast<DWORD>(text.size()), nullptr);
  while (size > 0 && (text[size - 1] == L'\n' || text[size - 1] == L'\r' || text[size - 1] == L'.')) --size;
  return size == 0 ? "error " + std::to_string(code) : utf8({text.data(), size});
}

// As the C library of the child takes it apart: backslashes are doubled before a quote only.
std::wstring command_line(const std::vector<std::string>& words) {
  std::wstring line;
  for (const std::string& word : words) {
    if (!line.empty()) line += L' ';
    line += L'"';
    std::size_t backslashes = 0;
    for (const wchar_t c : utf16(word)) {
      if (c == L'"') line.append(backslashes + 1, L'\\');
      backslashes = c == L'\\' ? backslashes + 1 : 0;
      line += c;
    }
    line.append(backslashes, L'\\');
    line += L'"';
  }
  return line;
}

Result<Child> start_child(const std::string& program, const std::vector<std::string>& arguments,
                          const StandardHandles& standard, std::vector<HANDLE> inherited, DWORD flags) {
  std::vector<std::string> words = {program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::wstring line = command_line(words);
  for (const HANDLE each : {standard.input, standard.output, standard.error})
    if (std::find(inherited.begin(), inherited.end(), each) == inherited.end()) inherited.push_back(each);
  for (const HANDLE each : inherited) ::SetHandleInformation(each, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);

  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
  std::vector<std::byte> memory(size);
  STARTUPINFOEXW info{};
  info.StartupInfo.cb = sizeof info;
  info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  info.StartupInfo.hStdInput = standard.input;
  info.StartupInfo.hStdOutput = standard.output;
  info.StartupInfo.hStdError = standard.error;
  info.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory.data());
  PROCESS_INFORMATION made{};
  const bool started =
      ::InitializeProcThreadAttributeList(info.lpAttributeList, 1, 0, &size) &&
      ::UpdateProcThreadAttribute(info.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                  inherited.data(), inherited.size() * sizeof(HANDLE), nullptr, nullptr) &&
      ::CreateProcessW(path_for_windows(program).c_str(), line.data(), nullptr, nullptr, TRUE,
                       flags | EXTENDED_STARTUPINFO_PRESENT | CREATE_NO_WINDOW, nullptr, nullptr,
                       &info.StartupInfo, &made);
  const DWORD why = ::GetLastError();
  ::DeleteProcThreadAttributeList(info.lpAttributeList);
  for (const HANDLE each : inherited) ::SetHandleInformation(each, HANDLE_FLAG_INHERIT, 0);
  if (!started) return process_failure(program, "cannot be started: " + windows_error(why));
  return Child{Handle(made.hProcess), Handle(made.hThread)};
}

// --- this program ---

void prepare_program() {
  ::SetErrorMode(SEM_FAILCRITICALERRORS);
  // A program without a console has no standard files; without them, the first file opened would be taken for
  // one.
  if (::_fileno(stdin) < 0) (void)std::freopen("NUL", "rb", stdin);
  if (::_fileno(stdout) < 0) (void)std::freopen("NUL", "wb", stdout);
  if (::_fileno(stderr) < 0) (void)std::freopen("NUL", "wb", stderr);
  for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  serve_sandbox();
  prepare_console();
}

std::string environment_variable(const char* name) {
  const wchar_t* value = ::_wgetenv(utf16(name).c_str());
  return value == nullptr ? "" : utf8(value);
}

std::string executable_path() {
  std::wstring path(32768, L'\0');
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return to_text(std::filesystem::path(path));
}

std::string this_program() {
  return executable_path();
}

std::optional<std::string> find_program(std::string_view name) {
  if (name.empty()) return std::nullopt;
  const std::string folders = environment_variable("PATH");
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(';', begin), folders.size());
    std::string folder = folders.substr(begin, end - begin);
    begin = end + 1;
    std::erase(folder, '"');
    if (folder.empty()) continue;
    std::string path = to_text(to_path(folder) / to_path(std::string(name) + ".exe"));
    if (is_file(path)) return path;
  }
  return std::nullopt;
}

unsigned processor_count() {
  return std::max(1u, static_cast<unsigned>(::GetActiveProcessorCount(ALL_PROCESSOR_GROUPS)));
}

std::uint64_t peak_memory_bytes() {
  PROCESS_MEMORY_COUNTERS used{};
  ::K32GetProcessMemoryInfo(::GetCurrentProcess(), &used, sizeof used);
  return used.PeakWorkingSetSize;
}

double thread_cpu_seconds() {
  FILETIME created, ended, kernel, user;
  if (!::GetThreadTimes(::GetCurrentThread(), &created, &ended, &kernel, &user)) return 0;
  const auto ticks = [](const FILETIME& time) {
    return static_cast<double>(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime);
  };
  return (ticks(kernel) + ticks(user)) * 1e-7;
}

// --- ChildProcess ---

struct ChildProcess::State {
  std::string program;
  std::optional<TemporaryFile> error_file;  // removed after the child has ended
  Handle errors;                            // reads what the child has printed
  Handle process;
  Handle input;

  ~State() {
    input.close();
    if (process) ::WaitForSingleObject(process.get(), INFINITE);
  }
};

ChildProcess::ChildProcess(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;
ChildProcess::~ChildProcess() = default;

Result<ChildProcess> ChildProcess::start(const std::string& program,
                                         const std::vector<std::string>& arguments) {
  auto state = std::make_unique<State>();
  state->program = program;
  Result<TemporaryFile> file = TemporaryFile::create(".txt");
  if (!file) return file.error();
  state->error_file = std::move(*file);
  const std::wstring name = path_for_windows(state->error_file->path());
  constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  const Handle printed(::CreateFileW(name.c_str(), FILE_APPEND_DATA, kShared, nullptr, OPEN_EXISTING,
                                     FILE_ATTRIBUTE_TEMPORARY, nullptr));
  state->errors =
      Handle(::CreateFileW(name.c_str(), GENERIC_READ, kShared, nullptr, OPEN_EXISTING, 0, nullptr));
  const Handle nothing(::CreateFileW(L"NUL", GENERIC_WRITE, kShared, nullptr, OPEN_EXISTING, 0, nullptr));
  HANDLE read_end = nullptr, write_end = nullptr;
  if (!printed || !state->errors || !nothing || !::CreatePipe(&read_end, &write_end, nullptr, 1 << 16))
    return process_failure(program, "cannot be started: " + windows_error(::GetLastError()));
  const Handle input(read_end);
  state->input = Handle(write_end);
  Result<Child> child = start_child(program, arguments, {input.get(), nothing.get(), printed.get()}, {}, 0);
  if (!child) return child.error();
  state->process = std::move(child->process);
  return ChildProcess(std::move(state));
}

Result<void> ChildProcess::write(ByteSpan bytes) {
  while (!bytes.empty()) {
    const auto size = static_cast<DWORD>(std::min<std::size_t>(bytes.size(), 1 << 20));
    DWORD put = 0;
    if (!::WriteFile(state_->input.get(), bytes.data(), size, &put, nullptr)) {
      const Result<void> ended = finish();
      return ended ? process_failure(state_->program, "ended before it had read all of its input") : ended;
    }
    bytes = bytes.subspan(put);
  }
  return {};
}

Result<void> ChildProcess::finish() {
  state_->input.close();
  DWORD status = 0;
  if (!state_->process) return process_failure(state_->program, "has ended before");
  ::WaitForSingleObject(state_->process.get(), INFINITE);
  const bool known = ::GetExitCodeProcess(state_->process.get(), &status) != 0;
  state_->process.close();
  if (known && status == 0) return {};
  std::string message = known ? exit_text(status) : "has ended, but its status is unknown";
  const std::string said = last_error_line();
  if (!said.empty()) message.append(": ").append(said);
  return process_failure(state_->program, std::move(message));
}

std::string ChildProcess::last_error_line() const {
  LARGE_INTEGER size{};
  ::GetFileSizeEx(state_->errors.get(), &size);
  LARGE_INTEGER begin{};
  begin.QuadPart = std::max<LONGLONG>(0, size.QuadPart - 4096);
  ::SetFilePointerEx(state_->errors.get(), begin, nullptr, FILE_BEGIN);
  std::string text(4096, '\0');
  DWORD got = 0;
  ::ReadFile(state_->errors.get(), text.data(), static_cast<DWORD>(text.size()), &got, nullptr);
  text.resize(got);
  return last_line(text);
}

}  // namespace skelter
