import GRDB

extension StoreWriter {
  /// Writes a note's text, and its title when one is given.
  ///
  /// The road of an autosave: the other properties are neither read nor written unless the title
  /// changes. Answers whether anything was written.
  ///
  /// Where `keepsOldName` is set, links that say a title which the text no longer gives still lead
  /// to the note; a rename rewrites them.
  func saveText(
    _ record: inout ItemRecord, title: String?, body: String, _ options: UpdateOptions,
    keepsOldName: Bool = true
  ) throws -> Bool {
    let text = try text(of: record.key)
    guard title == nil, text.fields.contains(.body), !body.utf8.contains(0), options.isPlain else {
      var patch: [String: JSONValue] = ["body": .string(body)]
      if let title { patch["title"] = .string(title) }
      return try update(&record, patch: patch, options)
    }
    if options.isStale(for: record) {
      return try update(&record, patch: ["body": .string(body)], options)
    }
    guard body != text.body else { return false }
    var properties = try StoredProperties.join(json: record.properties, text: text)
    let old = properties
    properties["body"] = .string(body)
    let aliases = keepsOldName ? try aliasesKeepingTitle(of: record, in: properties) : nil
    if let aliases, origin != .document {
      return try update(&record, patch: ["body": .string(body), "aliases": aliases], options)
    }
    if try !queued(["body"], of: record).isEmpty {
      try self.record(
        .updateItem, of: record, detail: ["body"], explicitVersion: options.version)
    }
    try keepVersion(of: record, properties: old, options.snapshot)
    try writeBody(body, in: properties, replacing: text.body, of: &record)
    if let aliases {
      // The document sends the text alone.
      try acting(as: .person) {
        _ = try update(
          &record, patch: ["aliases": aliases],
          UpdateOptions(snapshot: UpdateOptions.autosaveSnapshot))
      }
    }
    return true
  }

  /// The aliases with the present title, which the text no longer gives but links say; nil
  /// otherwise.
  ///
  /// What an import made is named by its file.
  func aliasesKeepingTitle(
    of record: ItemRecord, in properties: [String: JSONValue]
  ) throws -> JSONValue? {
    let name = TextFold.fold(record.title)
    guard record.origin == nil, !name.isEmpty,
      TextFold.fold(DisplayTitle.of(properties, type: try resolvedType(record.type))) != name,
      try isLinked(record, by: name)
    else { return nil }
    let property = properties["aliases"]
    let aliases = (property?.arrayValue ?? [property ?? .null]).compactMap(\.stringValue)
    guard !aliases.contains(where: { TextFold.fold($0) == name }) else { return nil }
    return .array((aliases + [record.title]).map(JSONValue.string))
  }

  private func writeBody(
    _ body: String, in properties: [String: JSONValue], replacing old: String,
    of record: inout ItemRecord
  ) throws {
    try followDocument(record, body: body)
    let oldTitle = record.title
    let title = DisplayTitle.of(properties, type: try resolvedType(record.type))
    try textWillChange(record.key, title == oldTitle ? .body(old) : .whole)
    try raiseRevision(of: &record)
    (record.updatedAt, record.editedAt) = (now, now)
    record.title = title
    if title == oldTitle {
      try db.cachedStatement(
        sql: """
          UPDATE item SET version = ?, revision = ?, updated_at = ?, edited_at = ? WHERE key = ?
          """
      ).execute(arguments: [record.version, record.revision, now, now, record.key])
    } else {
      let sorting = TextFold.fold(title)
      try db.cachedStatement(
        sql: """
          UPDATE item SET version = ?, revision = ?, updated_at = ?, edited_at = ?, title = ?,
            title_sort = ?, initials = ? WHERE key = ?
          """
      ).execute(arguments: [
        record.version, record.revision, now, now, title, sorting, TitleInitials.bits(of: sorting),
        record.key,
      ])
    }
    try db.statement("UPDATE item_text SET body = ? WHERE item = ?", holding: body.utf8.count)
      .execute(arguments: [body, record.key])
    if Set(TextLink.links(in: old).map(\.target)) != Set(TextLink.links(in: body).map(\.target)) {
      try linkText(body, of: record)
    }
    if title != oldTitle { try titleChanged(of: record) }
  }
}

extension UpdateOptions {
  /// Whether nothing but properties is to change.
  fileprivate var isPlain: Bool {
    tier == nil && timestamp == nil && sourceId == nil && edges == nil && attachments == nil
  }
}
