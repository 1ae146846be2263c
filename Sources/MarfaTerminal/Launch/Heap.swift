import CMalloc

/// The C library's heap, which by itself keeps much of what was once in use.
package enum Heap {
  /// Makes the heap give back what is freed.
  ///
  /// With 100,000 notes, the box that goes to anything holds 20 MB while it is open. Each of the
  /// threads that read may have an arena of its own, whose free memory no other one uses, and the
  /// bound for blocks that are mapped one by one rises with each that is freed: after the fourth
  /// opening the program had 121 MB. See mallopt(3); call it before there are threads.
  package static func giveBackFreedMemory() {
    // A refusal leaves the C library's own settings.
    _ = mallopt(M_ARENA_MAX, 1)
    _ = mallopt(M_MMAP_THRESHOLD, 256 << 10)
    _ = mallopt(M_TRIM_THRESHOLD, 1 << 20)
  }

  /// Makes SQLite allocate without counting what it has, for which it locks a mutex each time.
  ///
  /// Nothing here asks for the count. Call it before the first database is opened, see
  /// <https://www.sqlite.org/c3ref/c_config_covering_index_scan.html#sqliteconfigmemstatus>.
  package static func forgoStatistics() {
    // A refusal leaves the counting on.
    _ = marfa_sqlite_forgo_memory_statistics()
  }
}
