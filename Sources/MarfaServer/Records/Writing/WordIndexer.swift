import MarfaModel

/// What items are found by, as the index is to have it.
struct WordReader {
  let rows: any RecordRows

  /// The words of the first of some items, as many as are set at once; at least one.
  func words(of keys: [Int64], _ limits: RecordLimits) throws -> [WordsOfItem] {
    let budget = SliceBudget(limits)
    var found: [WordsOfItem] = []
    var bytes = 0
    for key in keys.prefix(limits.sliceEntries) {
      let words = try rows.item(key: key).flatMap(words)
      let size = words.map { $0.title.utf8.count + $0.text.utf8.count } ?? 0
      guard
        found.isEmpty
          || !budget.isSpent(after: found.count) && bytes + size <= limits.sliceTextBytes
      else { break }
      found.append(WordsOfItem(key: key, words: words))
      bytes += size
    }
    return found
  }

  /// What an item is found by; trashed items and the platform's records are not found.
  private func words(of row: ItemRow) throws -> ItemWords? {
    guard row.state != .trashed, !TypeName.isSystem(row.type) else { return nil }
    return ItemWords(
      try StoredJSON.object(row.properties), tags: row.tags,
      of: try rows.catalogue().types[row.type])
  }
}

extension ItemWords {
  /// The words of properties: every string that the type does not except.
  init(
    _ properties: [String: JSONValue], tags: [String], of type: TypeRegistry.ResolvedType?
  ) {
    let titleField = type?.titleField ?? "title"
    var parts: [String] = []
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) where name != titleField {
      if let field = type?.fields[name], !field.isSearched { continue }
      if let string = value.stringValue { parts.append(string) }
    }
    self.init(
      title: properties[titleField]?.stringValue ?? "", text: parts.joined(separator: "\n"),
      tags: tags)
  }
}

/// The search index is written apart from the transactions that change items, and by another
/// writer: in a pause, and before a search. What is committed is noted until the index has it.
extension RecordStore {
  /// Brings the search index up to date with what is committed, some items at a time.
  ///
  /// - Parameters:
  ///   - limits: How many at a time.
  ///   - goesOn: Asked before each time.
  /// - Throws: `StoreFailure`; what was done before stays.
  package func indexWords(
    _ limits: RecordLimits = RecordLimits(), while goesOn: @Sendable () -> Bool = { true }
  ) async throws {
    let (isAny, isAnyOfType) = try await snapshot(.lookup) { rows in
      (try !rows.changedWords(limit: 1).isEmpty, try !rows.changedTypes().isEmpty)
    }
    var hasMore = isAny
    while hasMore, goesOn() {
      hasMore = try await wordTurns.take {
        // Those who came before may have taken all the time that there was.
        guard goesOn() else { return false }
        return try await indexChanged(limits)
      }
    }
    if isAnyOfType { try await indexTypes(limits, while: goesOn) }
  }

  /// Indexes the items that wait longest.
  ///
  /// - Returns: Whether there may be more.
  private func indexChanged(_ limits: RecordLimits) async throws -> Bool {
    let (changed, words) = try await snapshot(.preparation) { rows in
      let changed = try rows.changedWords(limit: limits.sliceEntries)
      return (changed, try WordReader(rows: rows).words(of: changed.map(\.key), limits))
    }
    guard let serial = try await index(words, limits) else { return false }
    try await transact(.slice) { rows in
      try rows.wordsAreSet(Array(changed.prefix(words.count)))
      try rows.setSpaceValue(.wordsSerial, String(serial))
    }
    return words.count < changed.count || words.count == limits.sliceEntries
  }

  /// Sets words, and merges about as much of the index as that added to it.
  ///
  /// - Returns: The number of the change; nil without any words.
  func index(_ words: [WordsOfItem], _ limits: RecordLimits) async throws -> Int64? {
    guard !words.isEmpty else { return nil }
    let serial = try await setWords(words)
    _ = try await mergeWords(limits.slicePages)
    return serial
  }

  /// Merges what indexing left in small parts, some pages at a time, so that a search looks at few.
  ///
  /// - Parameters:
  ///   - limits: How many pages at a time.
  ///   - goesOn: Asked before each time.
  /// - Throws: `StoreFailure`; what was done before stays.
  func mergeWords(
    _ limits: RecordLimits, while goesOn: @Sendable () -> Bool
  ) async throws {
    while goesOn() {
      guard try await mergeWords(limits.slicePages) else { return }
    }
  }
}
