import MarfaModel

/// What a record of an archive must keep: everything that holds of each row of a store.
///
/// Whether properties fit the schema of their type is not asked. A store has items that do not,
/// because their type or its parent was changed after they were written, and what came out of a
/// store must go in again.
enum ArchiveRules {
  /// Numbers that others count up from; JSON carries them exactly.
  private static let counts = 1...(1 << 53)

  /// The refusal of an archive because of one of its lines.
  static func refusal(_ error: any MarfaError, ofLine number: Int) -> ValidationError {
    var details = error.details ?? [:]
    details["line"] = .integer(Int64(number))
    if error.code != ErrorCode.invalidRequest { details["code"] = .string(error.code) }
    return ValidationError(
      code: ErrorCode.invalidRequest,
      message: "Line \(number) of the archive cannot be restored: \(error.message)",
      details: details)
  }

  /// - Throws: `ValidationError` with the field.
  static func check(_ archived: ArchivedItem) throws {
    let item = archived.item
    try checkId(item.id, "item.id")
    guard TypeName.isWellFormed(item.type) else {
      throw StoreErrors.invalid("item.type", "item.type is not the name of a type.")
    }
    try SystemItems.checkCreation(ofType: item.type)
    try Lifecycle.validate(item.state, ofType: item.type)
    if let tier = item.tier, TypeName.isSystem(item.type) {
      throw StoreErrors.invalid("item.tier", "Items of \(item.type) cannot be \(tier.rawValue).")
    }
    try check(item.version, in: counts, "item.version")
    try check(item.schemaVersion, in: counts, "item.schema_version")
    try check(text: item.source, 1...1000, "item.source")
    try check(text: item.sourceId, 0...1000, "item.source_id")
    try check(text: item.device, 0...1000, "item.device")
    try check(text: item.stateDevice, 0...1000, "item.state_device")
    try checkTimes([
      "item.timestamp": item.timestamp, "item.created_at": item.createdAt,
      "item.updated_at": item.updatedAt, "trashed_at": archived.trashedAt,
    ])
    try ItemRules.validate(item.attachments)
    try check(archived.metadata, of: item)
    for (index, version) in archived.versions.enumerated() {
      try check(version, of: item, "versions[\(index)]")
    }
  }

  /// - Throws: `ValidationError` with the field.
  static func check(_ edge: Edge) throws {
    try checkId(edge.id, "id")
    try checkTimes(["created_at": edge.createdAt, "updated_at": edge.updatedAt])
  }

  /// - Throws: `ValidationError` with the field.
  static func check(_ blob: StoredBlob) throws {
    try check(Int(blob.size), in: 0...(1 << 53), "size")
    guard MediaType.isWellFormed(blob.mimeType) else {
      throw StoreErrors.invalid("mime_type", "mime_type is not a media type.")
    }
    guard ItemRules.isBlobReference(blob.hash) else {
      throw StoreErrors.invalid("hash", "A hash is sha256: and 64 hexadecimal digits.")
    }
  }

  /// - Throws: `ValidationError` with the field.
  static func check(_ profile: Profile) throws {
    if let id = profile.id { try checkId(id, "id") }
    try ProfileRules.checkStored(
      PatchProfileBody(
        username: profile.username, firstName: profile.firstName, lastName: profile.lastName,
        bio: profile.bio, email: profile.email))
    try checkTimes(["created_at": profile.createdAt, "updated_at": profile.updatedAt])
  }

  /// - Throws: `ValidationError` with the field.
  static func check(_ settings: SpaceSettings) throws {
    let policy = settings.versionPolicy
    let parts = [
      ("trashRetentionDays", settings.trashRetentionDays, 1...36_500),
      ("versionPolicy.recent_days", policy.recentDays, 0...36_500),
      ("versionPolicy.daily_snapshot_days", policy.dailySnapshotDays, 0...36_500),
      ("versionPolicy.weekly_snapshot_days", policy.weeklySnapshotDays, 0...36_500),
      ("versionPolicy.max_versions", policy.maxVersions, 1...100_000),
    ]
    for (field, value, range) in parts {
      if let value { try check(value, in: range, field) }
    }
  }

  private static func check(_ metadata: Metadata, of item: Item) throws {
    guard metadata.itemId == item.id else {
      throw StoreErrors.invalid("metadata.item_id", "metadata.item_id belongs to another item.")
    }
    _ = try TagRules.normalized(metadata.tags)
    for (namespace, data) in metadata.extensions.sorted(by: { $0.key < $1.key }) {
      let field = "metadata.extensions.\(namespace)"
      guard RecordWriter.isNamespace(namespace) else {
        throw StoreErrors.invalid(field, "A namespace is dotted names, such as app.reader.")
      }
      guard let members = data.objectValue else {
        throw StoreErrors.invalid(field, "An extension must be a JSON object.")
      }
      guard StoredJSON.text(members).utf8.count <= RecordWriter.extensionLimit else {
        throw StoreErrors.invalid(
          field, "An extension has at most 100 KB.", limit: RecordWriter.extensionLimit)
      }
    }
  }

  private static func check(_ version: ItemVersion, of item: Item, _ field: String) throws {
    try checkId(version.id, "\(field).id")
    guard version.itemId == item.id else {
      throw StoreErrors.invalid("\(field).item_id", "\(field).item_id belongs to another item.")
    }
    guard counts.contains(version.version), version.version < item.version else {
      throw StoreErrors.invalid(
        "\(field).version", "\(field).version is 1 or more, and less than that of the item.")
    }
    try check(text: version.device, 0...1000, "\(field).device")
    try checkTimes(["\(field).created_at": version.createdAt])
  }

  // MARK: - Single values

  private static func checkId(_ id: String, _ field: String) throws {
    guard UUIDv7.isValid(id) else {
      throw ValidationError(
        code: ErrorCode.invalidId, message: "\(field) is not a UUID of version 7.",
        details: ["field": .string(field)])
    }
  }

  private static func check(_ value: Int, in range: ClosedRange<Int>, _ field: String) throws {
    guard range.contains(value) else {
      throw StoreErrors.invalid(
        field, "\(field) must be \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
  }

  /// SQLite's text functions stop at a NUL.
  private static func check(text: String?, _ range: ClosedRange<Int>, _ field: String) throws {
    guard let text else { return }
    guard range.contains(text.utf8.count), !text.utf8.contains(0) else {
      throw StoreErrors.invalid(
        field, "\(field) has \(range.lowerBound) to \(range.upperBound) bytes and no NUL.",
        limit: range.upperBound)
    }
  }

  private static func checkTimes(_ times: [String: String?]) throws {
    for (field, time) in times.sorted(by: { $0.key < $1.key }) {
      if let time { try ItemRules.validateTimestamp(time, field: field) }
    }
  }
}
