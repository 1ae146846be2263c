import MarfaModel

/// The rules over a store in memory, without a task and without HTTP.
extension MemoryServerStore {
  /// Answers a query at once.
  ///
  /// - Throws: As `read(_:for:)`.
  public func answer(_ query: StoreQuery, for access: any StoreAccess) throws -> StoreAnswer {
    if case .search = query { try indexWordsAtOnce() }
    return try reading { rows in
      try RecordReader(rows: rows, scope: ReadScope(access, in: rows))
        .answer(query)
    }
  }

  /// Brings the index up to date.
  private func indexWordsAtOnce() throws {
    try writing { rows in
      try rows.noteItemsOfChangedTypes()
      while case let changed = try rows.changedWords(limit: 50), !changed.isEmpty {
        let words = try WordReader(rows: rows).words(of: changed.map(\.key), RecordLimits())
        for item in words { rows.set(\.words, item.key, item.words) }
        try rows.wordsAreSet(Array(changed.prefix(words.count)))
      }
    }
  }

  /// Makes a change at once.
  ///
  /// - Throws: As `write(_:_:)`.
  public func answer(_ mutation: StoreMutation, _ context: WriteContext) throws -> StoreAnswer {
    try writing { try RecordWriter(rows: $0, context: context).outcome(of: mutation) }.get()
  }
}
