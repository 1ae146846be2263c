import MarfaSDK

/// A mistake with documents that is made on purpose, to show that the simulation finds it.
enum NoteFault: CaseIterable {
  case none
  /// What the server says of a text is written over the text of the document.
  case overwrittenText
  /// A change is shown and sent, and its row is not stored.
  case lostRow
  /// What was not sent is given up when the server has forgotten the client.
  case lostUnsent

  /// Applies events as the faulty client does.
  func applying<Value>(to client: SimulatedClient, _ apply: () throws -> Value) throws -> Value {
    guard self == .overwrittenText else { return try apply() }
    try client.store.execute("UPDATE replica SET used_at = -item, item = NULL WHERE item > 0")
    let value = try apply()
    try client.store.execute("UPDATE replica SET item = -used_at WHERE item IS NULL")
    return value
  }

  /// What a faulty client leaves out after it stored a change.
  func damage(_ client: SimulatedClient, afterCommitTo document: String) throws {
    guard self == .lostRow else { return }
    try client.store.execute(
      """
      DELETE FROM replica_change WHERE key = (SELECT max(replica_change.key) FROM replica_change
        JOIN replica ON replica.key = replica WHERE document = ?1 AND is_unsent = 1)
      """, document)
  }

  /// What a faulty client throws away before it takes another actor.
  func damage(_ client: SimulatedClient, beforeRejoining document: String) throws {
    guard self == .lostUnsent else { return }
    try client.store.execute(
      """
      DELETE FROM replica_change WHERE is_unsent = 1
        AND replica = (SELECT key FROM replica WHERE document = ?1)
      """, document)
  }
}
