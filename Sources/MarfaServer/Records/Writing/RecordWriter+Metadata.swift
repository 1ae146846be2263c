import MarfaModel

extension RecordWriter {
  /// The tag routes: other tags, by the tags that are there.
  func setTags(_ id: String, _ change: ([String]) throws -> [String]) throws -> StoreAnswer {
    let row = try writable(id)
    let saved = try setTags(of: row, to: change(row.tags))
    return answersShortly
      ? StoreAnswer(shortlyOf: saved)
      : try Hydration(rows: rows, scope: scope()).metadataAnswer(saved)
  }

  /// Gives an item exactly these tags and reports it; the same ones are no change.
  func setTags(of row: ItemRow, to tags: [String]) throws -> ItemRow {
    let tags = try Self.normalized(tags, ofItemOf: row.type)
    let item = try row.item()
    return try save(item, tags: tags, over: row, item, keepsSnapshot: false)
  }

  /// The tags as they are kept.
  ///
  /// - Throws: `ValidationError` for bad tags, and any of system items, which have none.
  static func normalized(_ tags: [String], ofItemOf type: String) throws -> [String] {
    guard tags.isEmpty || !TypeName.isSystem(type) else {
      throw StoreErrors.invalid("tags", "Items of \(type) have no tags.")
    }
    return try TagRules.kept(tags)
  }

  /// The largest extension, in bytes of its compact JSON.
  static let extensionLimit = 100 * 1024

  /// `PUT` and `DELETE /items/{id}/extensions/{namespace}`.
  func setExtension(
    _ id: String, _ namespace: String, to data: [String: JSONValue]?
  ) throws -> StoreAnswer {
    let row = try readable(id)
    try checkExtension(namespace)
    let text = try data.map { try self.text(ofExtension: $0) }
    if let text { try checkRoom(for: namespace, text, of: row) }
    if try rows.setExtension(namespace, of: row.key, to: text) {
      var touched = row
      touched.updatedAt = rows.now.milliseconds
      try rows.update(touched, over: row)
      try emitExtension(namespace, text, of: touched)
    }
    return answersShortly
      ? .ok : try Hydration(rows: rows, scope: scope()).extensionsAnswer(row.key)
  }

  /// Sets the extensions that come with a creation, each with its event.
  ///
  /// `row` has the time of the change already.
  func setExtensions(_ extensions: [String: [String: JSONValue]], of row: ItemRow) throws {
    for (namespace, data) in extensions.sorted(by: { $0.key < $1.key }) {
      try checkExtension(namespace)
      let text = try self.text(ofExtension: data)
      try checkRoom(for: namespace, text, of: row)
      if try rows.setExtension(namespace, of: row.key, to: text) {
        try emitExtension(namespace, text, of: row)
      }
    }
  }

  private func checkExtension(_ namespace: String) throws {
    guard context.access.mayWrite(extension: namespace) else {
      throw StoreErrors.forbidden("The key may not write \(namespace).")
    }
    guard Self.isNamespace(namespace) else {
      throw StoreErrors.invalid("namespace", "A namespace is dotted names, such as app.reader.")
    }
  }

  /// Checks that an item may have an extension with this text.
  ///
  /// One whose extensions have more bytes already may be given shorter ones.
  private func checkRoom(for namespace: String, _ text: String, of row: ItemRow) throws {
    let old = try rows.extension(namespace, of: row.key)
    let most = context.limits.extensions
    guard try old != nil || rows.extensionCount(of: row.key) < most else {
      throw RecordLimits.excess("namespace", "An item has at most \(most) extensions.", most)
    }
    let growth = text.utf8.count - (old?.utf8.count ?? 0)
    let bytes = context.limits.extensionBytes
    guard try growth <= 0 || rows.extensionBytes(of: row.key) + growth <= bytes else {
      throw RecordLimits.excess(
        "data", "The extensions of an item have at most \(bytes) bytes together.", bytes)
    }
  }

  private func text(ofExtension data: [String: JSONValue]) throws -> String {
    let text = StoredJSON.text(data)
    guard text.utf8.count <= Self.extensionLimit else {
      throw StoreErrors.invalid(
        "data", "An extension has at most 100 KB.", limit: Self.extensionLimit)
    }
    return text
  }

  /// Whether the text is dotted names.
  static func isNamespace(_ text: String) -> Bool {
    let segments = text.split(separator: ".", omittingEmptySubsequences: false)
    return text.utf8.count <= 200
      && segments.allSatisfy { segment in
        !segment.isEmpty
          && segment.utf8.allSatisfy {
            (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0)
              || $0 == 45 || $0 == 95
          }
      }
  }
}
