#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

#include "system/internal/filesystem.h"
#include "system/internal/process.h"
#include "system/last_line.h"

// POSIX requires the program to declare this variable; glibc declares it, too.
extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace skelter {
namespace {

namespace fs = std::filesystem;

Error process_failure(const std::string& program, std::string message) {
  return {Status::io, "process.io", std::move(message), {program, 0, {}, {}}};
}

}  // namespace

void prepare_program() {
#ifdef SIGXFSZ
  ::signal(SIGXFSZ, SIG_IGN);
#endif
  ::signal(SIGCHLD, SIG_DFL);
  // The files are opened in the wrong mode, so that using them fails as if they were closed.
  for (const auto& [standard, mode] : {std::pair{0, O_WRONLY}, {1, O_RDONLY}, {2, O_RDWR}})
    if (::fcntl(standard, F_GETFD) < 0 && errno == EBADF) (void)::open("/dev/null", mode);
}

std::string environment_variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string executable_path() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  return failed ? std::string() : program.string();
}

std::string this_program() {
  return "/proc/self/exe";
}

std::optional<std::string> find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  if (path == nullptr || name.empty()) return std::nullopt;
  std::string_view rest = path;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string candidate = (fs::path(rest.substr(0, colon)) / fs::path(name)).string();
    std::error_code error;
    if (fs::is_regular_file(candidate, error) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    if (colon == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(colon + 1);
  }
}

unsigned processor_count() {
  return static_cast<unsigned>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
}

std::uint64_t peak_memory_bytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
#ifdef __APPLE__
  return static_cast<std::uint64_t>(used.ru_maxrss);
#else
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
#endif
}

double thread_cpu_seconds() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// The input is a socket rather than a pipe, so that writing to a program that has exited gives an error code
// instead of a signal.
struct ChildProcess::State {
  std::string program;
  pid_t pid = -1;
  int input = -1;
  std::FILE* errors = nullptr;  // an unnamed file, so that a lot of output never blocks

  void close_input() {
    if (input >= 0) ::close(input);
    input = -1;
  }
  // Returns nothing if the status is unavailable because the program ignores SIGCHLD, or waits for all its
  // children elsewhere.
  std::optional<int> wait() {
    int status = 0;
    pid_t ended = 0;
    while (pid > 0 && (ended = ::waitpid(pid, &status, 0)) < 0 && errno == EINTR) {
    }
    pid = -1;
    return ended > 0 ? std::optional(status) : std::nullopt;
  }
  std::string printed_errors() const {
    std::string text(4096, '\0');
    std::fseek(errors, 0, SEEK_END);
    const long size = std::ftell(errors);
    std::fseek(errors, size > 4096 ? size - 4096 : 0, SEEK_SET);
    text.resize(std::fread(text.data(), 1, text.size(), errors));
    return text;
  }
  ~State() {
    close_input();
    wait();
    if (errors != nullptr) std::fclose(errors);
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
  state->errors = std::tmpfile();
  int ends[2] = {-1, -1};
  if (state->errors == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    return process_failure(program, std::string("cannot be started: ") + std::strerror(errno));
  state->input = ends[0];
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  const int on = 1;
  ::setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif

  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ::fileno(state->errors), 2);
  const int spawned = ::posix_spawn(&state->pid, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (spawned != 0) {
    state->pid = -1;
    return process_failure(program, std::string("cannot be started: ") + std::strerror(spawned));
  }
  return ChildProcess(std::move(state));
}

Result<void> ChildProcess::write(ByteSpan bytes) {
#ifdef MSG_NOSIGNAL
  constexpr int kFlags = MSG_NOSIGNAL;
#else
  constexpr int kFlags = 0;
#endif
  while (!bytes.empty()) {
    const ssize_t sent = ::send(state_->input, bytes.data(), bytes.size(), kFlags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      const Result<void> ended = finish();
      return ended ? process_failure(state_->program, "ended before it had read all of its input") : ended;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return {};
}

Result<void> ChildProcess::finish() {
  state_->close_input();
  const std::optional<int> status = state_->wait();
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0) return {};
  std::string message = !status ? "has ended, but its status is unknown because SIGCHLD is ignored"
                        : WIFEXITED(*status) ? "ended with status " + std::to_string(WEXITSTATUS(*status))
                                             : "was ended by signal " + std::to_string(WTERMSIG(*status));
  const std::string said = last_error_line();
  if (!said.empty()) message.append(": ").append(said);
  return process_failure(state_->program, std::move(message));
}

std::string ChildProcess::last_error_line() const {
  return last_line(state_->printed_errors());
}

}  // namespace skelter
