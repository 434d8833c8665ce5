// What the compiler's static C++ library takes from glibc 2.32 and later, for glibc 2.31.
#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

// 2.32: false is always right, and only costs the shortcut for programs with one thread.
char __libc_single_threaded = 0;

// 2.36, for std::random_device.
uint32_t arc4random(void) {
  uint32_t value = 0;
  while (getentropy(&value, sizeof value) != 0) {
  }
  return value;
}

// 2.35: finds the unwinding table of the object that contains an address.
struct search {
  uintptr_t address;
  struct dl_find_object* out;
};
static int look(struct dl_phdr_info* info, size_t size, void* data) {
  struct search* search = data;
  const ElfW(Phdr)* table = NULL;
  uintptr_t first = 0, last = 0;
  int inside = 0;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
    if (segment->p_type == PT_GNU_EH_FRAME) table = segment;
    if (segment->p_type != PT_LOAD) continue;
    if (first == 0 || begin < first) first = begin;
    if (end > last) last = end;
    if (search->address >= begin && search->address < end) inside = 1;
  }
  if (!inside || table == NULL) return 0;
  search->out->dlfo_flags = 0;
  search->out->dlfo_map_start = (void*)first;
  search->out->dlfo_map_end = (void*)last;
  search->out->dlfo_link_map = NULL;
  search->out->dlfo_eh_frame = (void*)(info->dlpi_addr + table->p_vaddr);
  return 1;
}
int _dl_find_object(void* address, struct dl_find_object* out) {
  struct search search = {(uintptr_t)address, out};
  return dl_iterate_phdr(look, &search) == 1 ? 0 : -1;
}
