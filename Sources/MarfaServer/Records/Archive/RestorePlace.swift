import MarfaModel

/// How far a restore is, in the archive's order.
struct RestorePlace: Codable, Sendable {
  /// Records that are done.
  var records = 0
  /// Versions of the next record's item that are done; nil when that record is not begun.
  var versions: Int?
  /// What became of the records that are done.
  var counts = RestoreCounts()
  /// Items that were passed over because another has their natural key, and that other: edges of
  /// the archive mean it.
  var standIns: [String: String] = [:]
}

/// The record of a restore that is under way, so that the next process goes on when one dies: who
/// asked for it, and then how far it is.
struct RestorePart: Codable, Sendable {
  var credentialId: String?
  var source: String?
  /// Where the restore is, with those stand-ins that the part before did not have.
  var place = RestorePlace()
}

/// Where parts of restores are among those of unfinished requests: with the server's own.
struct RestoreMark: Sendable {
  private static let prefix = "restore "
  private static let credentialId = WriteContext.server.credentialId

  /// The archive's name.
  let name: String

  private var key: IdempotencyKey {
    IdempotencyKey(key: Self.prefix + name, fingerprint: "")
  }

  /// The restores that are not finished.
  static func all(in rows: any RecordRows) throws -> [RestoreMark] {
    try rows.progressNames(of: credentialId).filter { $0.hasPrefix(prefix) }
      .map { RestoreMark(name: String($0.dropFirst(prefix.count))) }
  }

  /// Where a restore is and who asked for it; nil when there is no such.
  func found(in rows: any RecordRows) throws -> (context: WriteContext, place: RestorePlace)? {
    let parts = try rows.progress(key.key, of: Self.credentialId)
      .map { try StoredJSON.value($0.body, as: RestorePart.self) }
    guard let first = parts.first, var place = parts.last?.place else { return nil }
    place.standIns = parts.reduce(into: [:]) { $0.merge($1.place.standIns) { $1 } }
    var context = WriteContext.server
    context.credentialId = first.credentialId ?? ""
    context.source = first.source ?? context.source
    return (context, place)
  }

  /// Adds a part.
  func keep(_ part: RestorePart, in rows: any RecordTransaction) throws {
    let number = try rows.progressCount(key.key, of: Self.credentialId)
    try rows.insert(
      ProgressRow(
        credentialId: Self.credentialId, key: key, part: number,
        body: StoredJSON.text(encoding: part)))
  }

  /// Forgets a restore that is over.
  func remove(in rows: any RecordTransaction) throws {
    try rows.deleteProgress(key.key, of: Self.credentialId)
  }
}
