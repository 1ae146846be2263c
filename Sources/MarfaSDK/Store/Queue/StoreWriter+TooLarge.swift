import GRDB

/// A note that is larger than the server allows is refused once, before it is sent.
extension StoreWriter {
  /// The code of such a refusal.
  static let tooLarge = "too_large"

  /// Why a body cannot be sent; nil when it can.
  static func excess(_ body: JSONValue, _ options: BindingOptions) -> MutationRefusal? {
    guard let limit = options.propertyBytes, let properties = body.objectValue?["properties"]
    else { return nil }
    let bytes = JSONWriter.bytes(of: properties).count
    guard bytes > limit else { return nil }
    return MutationRefusal(
      code: tooLarge, message: "\(bytes) bytes; the server takes \(limit) at most.", status: nil)
  }

  /// The row with what was refused of its item because of its size, which is tried again with it.
  func absorbingTooLarge(_ row: QueueRow) throws -> QueueRow {
    guard let item = row.intent.item, row.request == nil, row.intent.kind == .updateItem else {
      return row
    }
    let refused = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT key, kind, detail FROM refused WHERE item = ? AND code = ?"),
      arguments: [item, Self.tooLarge])
    guard !refused.isEmpty else { return row }
    var row = row
    for former in refused {
      if former[1] == MutationKind.createItem.rawValue {
        row.intent.kind = .createItem
        row.intent.detail = []
        row.baseVersion = nil
      } else if row.intent.kind == .updateItem {
        row.intent.detail = Set(row.intent.detail).union(try QueueTable.list(former[2])).sorted()
      }
      try db.cachedStatement(sql: "DELETE FROM refused WHERE key = ?")
        .execute(arguments: [former[0] as Int64])
    }
    try db.cachedStatement(
      sql: "UPDATE mutation SET kind = ?, detail = ?, base_version = ? WHERE key = ?"
    ).execute(arguments: [
      row.intent.kind.rawValue, QueueTable.text(row.intent.detail), row.baseVersion, row.key,
    ])
    return row
  }
}
