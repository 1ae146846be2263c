import MarfaModel

/// Puts the words of changed items into the search index, apart from the transactions that change
/// them: in a pause, and before a search.
struct WordIndexer {
  let rows: any RecordTransaction

  /// Takes the next items whose words changed, as many as one transaction may.
  ///
  /// - Returns: Whether there may be more.
  func index(_ limits: RecordLimits) throws -> Bool {
    let budget = SliceBudget(limits)
    let keys = try rows.itemKeysWithChangedWords(limit: limits.sliceEntries)
    for (count, key) in keys.enumerated() {
      if budget.isSpent(after: count) { return true }
      try rows.setWords(rows.item(key: key).flatMap(words), of: key)
    }
    return keys.count == limits.sliceEntries
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
    guard
      try await snapshot(.lookup, { try !$0.itemKeysWithChangedWords(limit: 1).isEmpty })
    else { return }
    while goesOn() {
      let hasMore = try await transact(.slice) { try WordIndexer(rows: $0).index(limits) }
      guard hasMore else { return }
    }
  }
}
