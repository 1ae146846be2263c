import MarfaModel

/// Puts the words of changed items into the search index, apart from the transactions that change
/// them: in a pause, and before a search.
struct WordIndexer {
  let rows: any RecordTransaction

  /// Takes the next items whose words changed, as many as one transaction may, and merges about as
  /// much of the index as they added to it.
  ///
  /// - Returns: Whether there may be more items.
  func index(_ limits: RecordLimits) throws -> Bool {
    let keys = try rows.itemKeysWithChangedWords(limit: limits.sliceEntries)
    let count = try index(keys, limits)
    return count < keys.count || count == limits.sliceEntries
  }

  /// Takes the first of some items, as many as one transaction may, and merges as above.
  ///
  /// - Returns: How many; at least one.
  func index(_ keys: [Int64], _ limits: RecordLimits) throws -> Int {
    let budget = SliceBudget(limits)
    var (count, bytes) = (0, 0)
    for key in keys {
      let words = try rows.item(key: key).flatMap(words)
      let size = words.map { $0.title.utf8.count + $0.text.utf8.count } ?? 0
      if budget.isSpent(after: count) || count > 0 && bytes + size > limits.sliceTextBytes { break }
      try rows.setWords(words, of: key)
      count += 1
      bytes += size
    }
    if count > 0 { _ = try rows.mergeWords(limits.slicePages) }
    return count
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

extension RecordStore {
  /// Brings the search index up to date with what is committed, a slice at a time: others write
  /// between two.
  ///
  /// - Parameters:
  ///   - limits: What a slice may cost.
  ///   - goesOn: Asked before each slice.
  /// - Throws: `StoreFailure`; what earlier slices did stays.
  func indexWords(
    _ limits: RecordLimits = RecordLimits(), while goesOn: @Sendable () -> Bool = { true }
  ) async throws {
    let (isAny, isAnyOfType) = try await snapshot(.lookup) { rows in
      (try !rows.itemKeysWithChangedWords(limit: 1).isEmpty, try !rows.changedTypes().isEmpty)
    }
    var hasMore = isAny
    while hasMore, goesOn() {
      hasMore = try await transact(.slice) { try WordIndexer(rows: $0).index(limits) }
    }
    if isAnyOfType { try await indexTypes(limits, while: goesOn) }
  }

  /// Merges what indexing left in small parts, a slice at a time, so that a search looks at few.
  ///
  /// - Parameters:
  ///   - limits: What a slice may cost.
  ///   - goesOn: Asked before each slice.
  /// - Throws: `StoreFailure`; what earlier slices did stays.
  func mergeWords(
    _ limits: RecordLimits, while goesOn: @Sendable () -> Bool
  ) async throws {
    while goesOn() {
      let hasMore = try await transact(.slice) { try $0.mergeWords(limits.slicePages) }
      guard hasMore else { return }
    }
  }
}
