import MarfaModel

/// Something that only an administrator does, and who did it.
public struct AuditRow: Hashable, Sendable {
  /// The row's key; 0 before it is written.
  var key: Int64 = 0
  /// Milliseconds since 1970.
  var at: Int64
  /// The credential; empty for the server's own command line.
  var credentialId: String
  /// The credential's name at that time.
  var source: String
  /// What was done, such as `key.created`.
  var action: String
  /// The id of what it was done to.
  var target: String
  /// More, as a JSON object.
  var details: String
}

extension AuditRow {
  /// A key that was made without another: the first one, and those of the command line.
  init(creationOf key: StoredKey, at now: Timestamp) {
    self.init(
      at: now.milliseconds, credentialId: "", source: "marfa-server", action: "key.created",
      target: key.id,
      details: StoredJSON.text([
        "label": .string(key.label), "source": .string(key.source), "role": .string(key.role),
      ]))
  }
}
