import GRDB

extension LocalStore {
  /// Lets an item follow its file, in one transaction; it stays in a notebook that somebody put it
  /// in.
  ///
  /// - Parameter relocation: The item, and what it becomes.
  /// - Throws: `NotFoundError`, `ConflictError` when the item has another revision,
  ///   `ValidationError` or `StorageError`; nothing is written then.
  package func relocate(_ relocation: Relocation) async throws {
    var options = UpdateOptions(snapshot: .always)
    options.revision = relocation.revision
    try await write { [options] writer in
      var record = try writer.existingRecord(id: relocation.id)
      try writer.update(&record, patch: relocation.properties, options)
      try writer.setTags(relocation.tags.applied(to: record.tags).sorted(), of: &record)
      try writer.setOrigin(relocation.origin, of: &record)
      let holder = try record.notebook.flatMap { try writer.record(key: $0) }
      if holder?.id == relocation.oldNotebook {
        _ = try writer.move(id: relocation.id, toNotebook: relocation.notebook)
      }
    }
  }
}

extension StoreWriter {
  /// Notes down where an item is taken from, and leads the links there that waited for it.
  fileprivate func setOrigin(_ origin: ItemOrigin, of record: inout ItemRecord) throws {
    guard record.origin != origin else { return }
    record.origin = origin
    try self.record(.setExtension, of: record, subject: ItemOrigin.namespace)
    try db.cachedStatement(sql: "UPDATE item SET origin = ?, origin_id = ? WHERE key = ?")
      .execute(arguments: [origin.name, origin.path, record.key])
    try adoptUnresolvedLinks(to: record)
  }
}
