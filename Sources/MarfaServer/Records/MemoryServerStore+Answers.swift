import MarfaModel

/// The rules over a store in memory, without a task and without HTTP.
extension MemoryServerStore {
  /// Answers a query at once.
  ///
  /// - Throws: As `read(_:for:)`.
  public func answer(_ query: StoreQuery, for access: any StoreAccess) throws -> StoreAnswer {
    if case .search = query {
      while try writing({ try WordIndexer(rows: $0).index(RecordLimits()) }) {}
    }
    return try reading { rows in
      try RecordReader(rows: rows, scope: ReadScope(access, in: rows))
        .answer(query)
    }
  }

  /// Makes a change at once.
  ///
  /// - Throws: As `write(_:_:)`.
  public func answer(_ mutation: StoreMutation, _ context: WriteContext) throws -> StoreAnswer {
    try writing { try RecordWriter(rows: $0, context: context).outcome(of: mutation) }.get()
  }
}
