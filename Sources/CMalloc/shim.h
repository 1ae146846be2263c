#include <malloc.h>

// As in sqlite3.h, which this module does without.
int sqlite3_config(int option, ...);

/// Makes SQLite allocate without counting (9 is SQLITE_CONFIG_MEMSTATUS); 0 for success.
static inline int marfa_sqlite_forgo_memory_statistics(void) { return sqlite3_config(9, 0); }
