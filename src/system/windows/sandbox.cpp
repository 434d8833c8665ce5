// Windows cannot copy a process. The program is started again with a hidden command instead, in a job object
// that limits its memory and ends it with this process. The input is in shared memory, and the answer comes
// through a pipe.
#include "system/internal/sandbox.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>
// After windows.h, which declares what it uses.
#include <psapi.h>
#include <shellapi.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "system/internal/filesystem.h"
#include "system/sandbox_answer.h"
#include "system/windows/child.h"
#include "system/windows/utf16.h"

extern "C" const IMAGE_DOS_HEADER __ImageBase;  // the first byte of this program in memory

namespace skelter {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kCommand = "--run-in-sandbox";

// The first bytes of the shared memory; the input follows.
struct Order {
  std::uint64_t work = 0;  // offset of the function from the start of the program
  std::uint64_t bytes = 0;
};

bool is_served = false;

Error not_started(const std::string& file, const std::string& why) {
  return sandbox_failure(file, Status::io, "isolated.start", "cannot be run in a separate process: " + why);
}

// --- in the child ---

bool send(const void* data, std::uint64_t size) {
  const HANDLE answer = ::GetStdHandle(STD_OUTPUT_HANDLE);
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    DWORD put = 0;
    if (!::WriteFile(answer, at, static_cast<DWORD>(std::min<std::uint64_t>(size, 1 << 20)), &put, nullptr))
      return false;
    at += put;
    size -= put;
  }
  return true;
}

[[noreturn]] void do_order(HANDLE shared) {
  ::SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);  // no window when it crashes
  const auto* order = static_cast<const Order*>(::MapViewOfFile(shared, FILE_MAP_READ, 0, 0, 0));
  AnswerEnd end{0, kThrew};
  if (order != nullptr) {
    const auto work =
        reinterpret_cast<SandboxWork>(reinterpret_cast<std::uintptr_t>(&__ImageBase) + order->work);
    try {
      const std::vector<std::byte> bytes =
          work({reinterpret_cast<const std::byte*>(order + 1), static_cast<std::size_t>(order->bytes)});
      if (send(bytes.data(), bytes.size())) end = {bytes.size(), 0};
    } catch (const std::bad_alloc&) {
      end.outcome = kOutOfMemory;
    } catch (...) {
      end.outcome = kThrew;
    }
  }
  (void)send(&end, sizeof end);
  ::ExitProcess(static_cast<UINT>(end.outcome));
}

// --- in the first process ---

Handle job_of(const SandboxLimits& limits) {
  Handle job(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION about{};
  about.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE |
                                           JOB_OBJECT_LIMIT_ACTIVE_PROCESS |
                                           JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  about.BasicLimitInformation.ActiveProcessLimit = 1;
  if (limits.max_memory_bytes != 0) {
    constexpr std::uint64_t kProgram = std::uint64_t{32} << 20;  // what the program itself takes
    about.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    about.ProcessMemoryLimit = static_cast<SIZE_T>(limits.max_memory_bytes + kProgram);
  }
  if (!job || !::SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &about, sizeof about))
    return {};
  return job;
}

// The order in memory that the child can read.
Handle shared_order(SandboxWork work, ByteSpan input) {
  const std::uint64_t size = sizeof(Order) + input.size();
  Handle shared(::CreateFileMappingW(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE,
                                     static_cast<DWORD>(size >> 32), static_cast<DWORD>(size), nullptr));
  if (!shared) return {};
  void* const view = ::MapViewOfFile(shared.get(), FILE_MAP_WRITE, 0, 0, 0);
  if (view == nullptr) return {};
  const Order order{reinterpret_cast<std::uintptr_t>(work) - reinterpret_cast<std::uintptr_t>(&__ImageBase),
                    input.size()};
  std::memcpy(view, &order, sizeof order);
  if (!input.empty()) std::memcpy(static_cast<std::byte*>(view) + sizeof order, input.data(), input.size());
  ::UnmapViewOfFile(view);
  return shared;
}

std::uint64_t used_memory(HANDLE process) {
  PROCESS_MEMORY_COUNTERS used{};
  return ::K32GetProcessMemoryInfo(process, &used, sizeof used) ? used.WorkingSetSize : 0;
}

enum class Ended { by_itself, too_slow, too_large };

// Reads until the child has ended. The memory that it uses is watched as well: Wine enforces no limits of
// jobs.
Ended read_answer(HANDLE answer, HANDLE process, const SandboxLimits& limits, std::vector<std::byte>& bytes) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(limits.max_seconds));
  const std::uint64_t at_start = used_memory(process);
  std::vector<std::byte> block(64 * 1024);
  DWORD pause_ms = 0;
  while (true) {
    const bool has_ended = ::WaitForSingleObject(process, pause_ms) == WAIT_OBJECT_0;
    DWORD ready = 0;
    while (::PeekNamedPipe(answer, nullptr, 0, nullptr, &ready, nullptr) && ready > 0) {
      DWORD got = 0;
      if (!::ReadFile(answer, block.data(), static_cast<DWORD>(block.size()), &got, nullptr) || got == 0)
        break;
      if (limits.max_memory_bytes != 0 && bytes.size() + got > limits.max_memory_bytes + sizeof(AnswerEnd))
        return Ended::too_large;
      bytes.insert(bytes.end(), block.begin(), block.begin() + got);
    }
    if (has_ended) return Ended::by_itself;
    if (Clock::now() >= end) return Ended::too_slow;
    constexpr std::uint64_t kProgram = std::uint64_t{64} << 20;
    if (limits.max_memory_bytes != 0 && used_memory(process) > at_start + kProgram + limits.max_memory_bytes)
      return Ended::too_large;
    pause_ms = std::min<DWORD>(pause_ms + 1, 10);
  }
}

Error crash(const std::string& file, DWORD status) {
  char text[48];
  if (status < 0xC0000000)
    std::snprintf(text, sizeof text, status == 0 ? "ended without an answer" : "ended with status %lu",
                  status);
  else
    std::snprintf(text, sizeof text, "crashed with exception 0x%08lX", status);
  return sandbox_failure(file, Status::bad_data, "isolated.crashed", text);
}

}  // namespace

void serve_sandbox() {
  is_served = true;
  int count = 0;
  wchar_t** words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (words == nullptr) return;
  const bool is_ordered = count == 3 && utf8(words[1]) == kCommand;
  const auto shared = is_ordered ? std::strtoull(utf8(words[2]).c_str(), nullptr, 10) : 0;
  ::LocalFree(words);
  if (is_ordered) do_order(reinterpret_cast<HANDLE>(static_cast<std::uintptr_t>(shared)));
}

Result<std::vector<std::byte>> run_in_sandbox(const std::string& file,
                                              const std::function<std::vector<std::byte>()>&,
                                              const SandboxLimits&) {
  return not_started(file, "Windows cannot copy a process");
}

Result<std::vector<std::byte>> run_in_sandbox(const std::string& file, SandboxWork work, ByteSpan input,
                                              const SandboxLimits& limits) {
  if (!is_served) return not_started(file, "the program is not prepared for it");
  const auto failed = [&] { return not_started(file, windows_error(::GetLastError())); };
  const Handle job = job_of(limits);
  if (!job) return failed();
  const Handle shared = shared_order(work, input);
  if (!shared) return failed();
  const Handle nothing(::CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                     nullptr, OPEN_EXISTING, 0, nullptr));
  HANDLE read_end = nullptr, write_end = nullptr;
  if (!nothing || !::CreatePipe(&read_end, &write_end, nullptr, 1 << 20)) return failed();
  const Handle answer(read_end);
  Handle sent(write_end);
  const Result<Child> child = start_child(
      executable_path(), {kCommand, std::to_string(reinterpret_cast<std::uintptr_t>(shared.get()))},
      {nothing.get(), sent.get(), nothing.get()}, {shared.get()}, CREATE_SUSPENDED);
  if (!child) return not_started(file, child.error().message);
  const HANDLE process = child->process.get();
  if (!::AssignProcessToJobObject(job.get(), process) || ::ResumeThread(child->thread.get()) == DWORD(-1)) {
    const DWORD why = ::GetLastError();
    ::TerminateProcess(process, 1);
    return not_started(file, windows_error(why));
  }
  sent.close();

  std::vector<std::byte> bytes;
  const Ended ended = read_answer(answer.get(), process, limits, bytes);
  if (ended != Ended::by_itself) {
    ::TerminateJobObject(job.get(), 1);
    ::WaitForSingleObject(process, INFINITE);
    if (ended == Ended::too_large) return out_of_memory(file, limits);
    return too_slow(file, limits);
  }
  DWORD status = 0;
  ::GetExitCodeProcess(process, &status);
  const std::optional<AnswerEnd> end = take_end(bytes);
  if (end && end->outcome == 0 && status == 0) return bytes;
  constexpr DWORD kNoMemory = 0xC0000017;  // STATUS_NO_MEMORY
  if ((end && end->outcome == kOutOfMemory) || status == kNoMemory) return out_of_memory(file, limits);
  return crash(file, status);
}

}  // namespace skelter
