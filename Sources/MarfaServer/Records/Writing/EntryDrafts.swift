import MarfaModel

/// Plans the entries of an atomic request, one after the other.
protocol EntryDrafts {
  associatedtype Entry
  /// Whether every entry until now was judged in full.
  var areCertain: Bool { get }

  /// Plans the next entry.
  ///
  /// - Throws: What refuses it.
  mutating func add(_ entry: Entry) throws
}

extension EntryDrafts {
  /// Plans entries until one is refused after another that only the writer can judge.
  ///
  /// - Throws: `ValidationError` with `bulk_atomic_rollback` for an entry that is refused for
  ///   certain.
  mutating func add(contentsOf entries: [Entry]) throws {
    for (index, entry) in entries.enumerated() {
      do {
        try add(entry)
      } catch let error as any MarfaError {
        guard areCertain else { return }
        throw RecordWriter.rollback(index, error)
      }
    }
  }
}
