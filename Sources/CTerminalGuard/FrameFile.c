// A file in memory in place of the terminal, while a frame is painted. Linux has both calls; the
// C library shows them to GNU programs only.
#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int marfa_memory_file(void) { return memfd_create("frame", MFD_CLOEXEC); }

int marfa_redirect(int descriptor, int target) { return dup3(target, descriptor, O_CLOEXEC); }
