import MarfaModel

/// What the audit knows; names are given by `GET /audit`.
enum AuditAction: String {
  case keyCreated = "key.created"
  case keyChanged = "key.changed"
  case keyRevoked = "key.revoked"
  case webhookCreated = "webhook.created"
  case webhookChanged = "webhook.changed"
  case webhookRemoved = "webhook.removed"
  case itemPurged = "item.purged"
  case itemsPurged = "items.purged"
  case typeDeleted = "type.deleted"
  case settingsChanged = "tenant.config_changed"
  case archiveRestored = "archive.restored"
}

extension RecordWriter {
  /// Notes what is done, in the transaction that does it.
  func note(
    _ action: AuditAction, _ target: String, _ details: [String: JSONValue] = [:]
  ) throws {
    try rows.insert(
      AuditRow(
        at: rows.now.milliseconds, credentialId: context.credentialId, source: context.source,
        action: action.rawValue, target: target, details: StoredJSON.text(details)))
  }
}

extension AuditRow {
  /// The entry as `GET /audit` has it.
  var json: JSONValue {
    get throws {
      [
        "id": .string(String(key)), "created_at": .string(Timestamp(milliseconds: at).iso8601),
        "credential_id": credentialId.isEmpty ? .null : .string(credentialId),
        "source": .string(source), "action": .string(action), "target": .string(target),
        "details": .object(try StoredJSON.object(details)),
      ]
    }
  }
}

extension RecordReader {
  /// `GET /audit`: a page, newest first.
  ///
  /// - Throws: `ForbiddenError` for who is no administrator.
  func audit(limit: Int?, cursor: String?) throws -> StoreAnswer {
    guard scope.access.isAdministrator else {
      throw StoreErrors.mustAdminister
    }
    let limit = limit ?? 100
    guard (1...500).contains(limit) else {
      throw StoreErrors.invalid("limit", "A page has 1 to 500 entries.", limit: 500)
    }
    let start = try cursor.map { try PageCursor($0, of: "audit", in: rows).place.key } ?? .max
    let page = try rows.audit(before: start, limit: limit)
    let next =
      try page.hasMore
      ? page.rows.last.map { try PageCursor(ListPlace(key: $0.key)).text(of: "audit", in: rows) }
      : nil
    return StoreAnswer([
      "data": .array(try page.rows.map { try $0.json }),
      "cursor": next.map(JSONValue.string) ?? .null, "has_more": .bool(page.hasMore),
    ])
  }
}
