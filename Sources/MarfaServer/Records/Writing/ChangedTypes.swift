import MarfaModel

/// Types whose items are to be searched by other fields than before: their items go into the index
/// again, in the order of their keys and a slice at a time.
///
/// The type is noted with the change, and how far its items are with each slice, so that a process
/// that dies leaves the rest to the next.
private struct ChangedType: Sendable {
  /// How many keys are looked for at once.
  private static let page = 2_000

  let type: String
  /// The last key that is done; 0 at the beginning.
  private(set) var place: Int64
  /// The next ones.
  private(set) var keys: ArraySlice<Int64>
  /// Whether the type has no more.
  private let isLast: Bool

  /// The next items of a type whose words changed; nil when there is none.
  init?(in rows: any RecordRows) throws {
    guard let (type, place) = try rows.changedTypes().min(by: { $0.key < $1.key }) else {
      return nil
    }
    (self.type, self.place) = (type, place)
    let keys = try rows.itemKeys(ofType: type, after: place, limit: Self.page)
    self.keys = keys[...]
    isLast = keys.count < Self.page
  }

  /// Notes that the next items are in the index.
  ///
  /// - Returns: Whether there are more of those that were found.
  mutating func advance(by count: Int, in rows: any RecordTransaction) throws -> Bool {
    var types = try rows.changedTypes()
    // It changed again, or somebody else went on with it.
    guard types[type] == place else { return false }
    if let last = keys.prefix(count).last { place = last }
    keys = keys.dropFirst(count)
    types[type] = isLast && keys.isEmpty ? nil : place
    try rows.setChangedTypes(types)
    return !keys.isEmpty
  }
}

extension RecordRows {
  /// The types whose items are to be indexed again, each with the key of the last that was.
  func changedTypes() throws -> [String: Int64] {
    guard let text = try spaceValue(.changedTypes), !text.isEmpty else { return [:] }
    return try StoredJSON.value(text)
  }
}

extension RecordTransaction {
  /// Notes that the words of every item of a type are to be read again.
  func wordsChanged(ofType type: String) throws {
    guard try usedTypes().contains(type) else { return }
    var types = try changedTypes()
    types[type] = 0
    try setChangedTypes(types)
  }

  /// Notes the items of all such types one by one, for a store that is small.
  func noteItemsOfChangedTypes() throws {
    for type in try changedTypes().keys.sorted() {
      for key in try itemKeys(ofType: type, after: 0, limit: .max) { try wordsChanged(of: key) }
    }
    try setChangedTypes([:])
  }

  fileprivate func setChangedTypes(_ types: [String: Int64]) throws {
    try setSpaceValue(.changedTypes, types.isEmpty ? "" : StoredJSON.text(encoding: types))
  }
}

extension RecordStore {
  /// Brings the search index up to date with the types, some items at a time.
  func indexTypes(_ limits: RecordLimits, while goesOn: @Sendable () -> Bool) async throws {
    while goesOn(), var type = try await snapshot(.preparation, { try ChangedType(in: $0) }) {
      var hasMore = true
      while hasMore, goesOn() {
        (type, hasMore) = try await wordTurns.take { [type] in try await index(type, limits) }
      }
    }
  }

  /// Indexes the next items of a type.
  ///
  /// - Returns: How far it is, and whether there are more of those that were found.
  private func index(
    _ type: ChangedType, _ limits: RecordLimits
  ) async throws -> (ChangedType, Bool) {
    // The store's writer notes how far it is, and nothing of each item.
    var many = limits
    many.sliceEntries *= 4
    many.sliceTextBytes *= 16
    many.sliceTime *= 20
    let words = try await snapshot(.preparation) { [many] in
      try WordReader(rows: $0).words(of: Array(type.keys), many)
    }
    let serial = try await index(words, limits)
    return try await transact(.slice) { rows in
      if let serial { try rows.setSpaceValue(.wordsSerial, String(serial)) }
      var type = type
      let hasMore = try type.advance(by: words.count, in: rows)
      return (type, hasMore)
    }
  }
}
