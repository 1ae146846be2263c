#include "CTestLimits.h"

#include <sys/resource.h>

// Shells often allow 1,024 open files; the tests of the whole suite, which run side by side, open
// more. The limit is raised before main, because a test cannot know which of them runs first.
__attribute__((constructor)) static void raise_open_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t wanted = limit.rlim_max < marfa_test_open_files ? limit.rlim_max : marfa_test_open_files;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  // A refusal leaves the limit as it was, and the tests say which file they could not open.
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}
