#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>

#include "system/internal/sandbox.h"
#include "system/sandbox_answer.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SKELTER_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SKELTER_SANITIZED 1
#endif
#endif

namespace skelter {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAnswer = 3;       // the copy's file descriptor for its answer
constexpr int kMaxFiles = 4096;  // closed in the copy if close_range is missing

// --- in the copy ---

#ifndef SKELTER_SANITIZED
// Memory mapped by the process, as reported by Linux; on other systems a generous estimate.
std::uint64_t mapped_bytes() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    unsigned long long number = 0;
    if (std::fscanf(file, "%llu", &number) == 1) pages = number;
    std::fclose(file);
  }
  return pages != 0 ? pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : std::uint64_t{4} << 30;
}
#endif

void limit(int what, std::uint64_t value) {
  rlimit both{};
  both.rlim_cur = both.rlim_max = static_cast<rlim_t>(value);
  ::setrlimit(static_cast<decltype(RLIMIT_AS)>(what), &both);
}

void take_limits(const SandboxLimits& limits) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.max_seconds) + 2);
#ifndef SKELTER_SANITIZED
  if (limits.max_memory_bytes != 0) limit(RLIMIT_AS, mapped_bytes() + limits.max_memory_bytes);
#endif
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

void close_files_from(int first) {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
  for (int file = first; file < kMaxFiles; ++file) ::close(file);
}

// Detaches the copy from the first process, so that it cannot use the first process's files or handlers by
// accident. The pipe may have the number of a closed standard file, so it is moved first.
void leave_behind(int answer) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGINT})
    ::signal(signal, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  const int moved = ::fcntl(answer, F_DUPFD, kAnswer + 1);
  if (moved < 0) ::_exit(kThrew);
  const int nothing = ::open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2})
    if (nothing < 0 || ::dup2(nothing, standard) < 0) ::close(standard);
  if (::dup2(moved, kAnswer) < 0) ::_exit(kThrew);
  close_files_from(kAnswer + 1);
}

bool send(const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t wrote = ::write(kAnswer, at, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    at += wrote;
    size -= static_cast<std::size_t>(wrote);
  }
  return true;
}

[[noreturn]] void end_without_answer(int outcome) {
  const AnswerEnd end{0, static_cast<std::uint64_t>(outcome)};
  (void)send(&end, sizeof end);
  ::_exit(outcome);
}

[[noreturn]] void run_copy(int answer, const std::function<std::vector<std::byte>()>& work,
                           const SandboxLimits& limits) {
  leave_behind(answer);
  take_limits(limits);
  try {
    const std::vector<std::byte> bytes = work();
    const AnswerEnd end{bytes.size(), 0};
    if (!send(bytes.data(), bytes.size()) || !send(&end, sizeof end)) ::_exit(kThrew);
  } catch (const std::bad_alloc&) {
    end_without_answer(kOutOfMemory);
  } catch (...) {
    end_without_answer(kThrew);
  }
  ::_exit(0);
}

// --- in the first process ---

class Copy {
 public:
  Copy(pid_t pid, int answer, const SandboxLimits& limits)
      : pid_(pid),
        answer_(answer),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.max_seconds))) {
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  ~Copy() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    wait_for(0);
    ::close(answer_);
  }

  // Reads until the copy closes its end. Returns false on timeout or if there are too many bytes.
  bool read_all(std::vector<std::byte>& bytes, std::uint64_t most, bool& too_many) {
    std::vector<std::byte> block(64 * 1024);
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now()).count();
      if (left <= 0) return false;
      pollfd waiting{answer_, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 3'600'000)));
      if (ready < 0 && errno != EINTR) return false;
      if (ready <= 0) continue;
      const ssize_t got = ::read(answer_, block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return true;
      if (most != 0 && bytes.size() + static_cast<std::size_t>(got) > most + sizeof(AnswerEnd)) {
        too_many = true;
        return false;
      }
      bytes.insert(bytes.end(), block.begin(), block.begin() + got);
    }
  }

  // Returns the exit status. The copy has closed its end and is about to exit; if it does not, it is killed.
  // Returns nothing if the status is unavailable because the program ignores SIGCHLD, or waits for all its
  // children elsewhere.
  std::optional<int> finish() {
    std::optional<int> status;
    while (!(status = wait_for(WNOHANG)) && pid_ > 0 && Clock::now() < end_) ::usleep(200);
    if (status || pid_ < 0) return status;
    ::kill(pid_, SIGKILL);
    return wait_for(0);
  }

 private:
  // Returns nothing while the copy runs, or if its status is unavailable, in which case the process has
  // ended.
  std::optional<int> wait_for(int flags) {
    int status = 0;
    pid_t ended = 0;
    while (pid_ > 0 && (ended = ::waitpid(pid_, &status, flags)) < 0 && errno == EINTR) {
    }
    if (ended == 0 && pid_ > 0) return std::nullopt;
    const bool known = ended > 0;
    pid_ = -1;
    return known ? std::optional(status) : std::nullopt;
  }

  pid_t pid_;
  int answer_;
  Clock::time_point end_;
};

}  // namespace

Result<std::vector<std::byte>> run_in_sandbox(const std::string& file,
                                              const std::function<std::vector<std::byte>()>& work,
                                              const SandboxLimits& limits) {
  const auto not_started = [&] {
    return sandbox_failure(file, Status::io, "isolated.start",
                           std::string("cannot be run in a separate process: ") + std::strerror(errno));
  };
  int ends[2] = {-1, -1};
  if (::pipe(ends) != 0) return not_started();
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  std::fflush(nullptr);  // otherwise the copy might print buffered output
  const pid_t pid = ::fork();
  if (pid == 0) run_copy(ends[1], work, limits);
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    return not_started();
  }

  Copy copy(pid, ends[0], limits);
  std::vector<std::byte> bytes;
  bool too_many = false;
  if (!copy.read_all(bytes, limits.max_memory_bytes, too_many))
    return too_many ? out_of_memory(file, limits) : too_slow(file, limits);
  const std::optional<int> status = copy.finish();
  const std::optional<AnswerEnd> end = take_end(bytes);
  const bool ended_well = !status || (WIFEXITED(*status) && WEXITSTATUS(*status) == 0);
  if (ended_well && end && end->outcome == 0) return bytes;
  if (end && end->outcome == kOutOfMemory) return out_of_memory(file, limits);
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) == kOutOfMemory)
    return out_of_memory(file, limits);
  if (status && WIFSIGNALED(*status) && WTERMSIG(*status) == SIGXCPU) return too_slow(file, limits);
  std::string how = "ended without an answer";
  if (status && WIFSIGNALED(*status)) how = "crashed with signal " + std::to_string(WTERMSIG(*status));
  if (status && WIFEXITED(*status) && WEXITSTATUS(*status) != 0)
    how = "ended with status " + std::to_string(WEXITSTATUS(*status));
  return sandbox_failure(file, Status::bad_data, "isolated.crashed", how);
}

Result<std::vector<std::byte>> run_in_sandbox(const std::string& file, SandboxWork work, ByteSpan input,
                                              const SandboxLimits& limits) {
  return run_in_sandbox(
      file, [&] { return work(input); }, limits);
}

}  // namespace skelter
