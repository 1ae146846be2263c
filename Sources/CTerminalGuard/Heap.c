// The allocator's limits; see mallopt(3).
#include "CTerminalGuard.h"

#include <malloc.h>

void marfa_return_large_blocks(size_t bytes) {
  // Once set, the limit does not grow with the blocks that are freed.
  mallopt(M_MMAP_THRESHOLD, (int)bytes);
  mallopt(M_TRIM_THRESHOLD, (int)bytes);
}
