// SPDX-License-Identifier: Apache-2.0
// Preloaded, it is a system that lets nobody make memory writable again, as one that seals what the
// dynamic linker has protected does. The C library's own calls do not pass here.
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

extern "C" [[gnu::visibility("default")]] int mprotect(void* address, size_t bytes,
                                                       int protection) noexcept {
  if ((protection & PROT_WRITE) != 0) {
    errno = EACCES;
    return -1;
  }
  return static_cast<int>(syscall(SYS_mprotect, address, bytes, protection));
}
