/// For whom a transaction writes, which decides what of it is queued for the server.
public enum WriteOrigin: Hashable, Sendable, CaseIterable {
  /// A person or a program acts: everything is queued.
  case person
  /// What the server said is written down: nothing is queued.
  case server
  /// Indexes, counts and other data that this device derives: nothing is queued.
  case derived
  /// A shared document was edited, which sends its own changes: the change of the item's properties
  /// is not queued.
  case document

  /// Whether a change of a kind is queued.
  func records(_ kind: MutationKind) -> Bool {
    switch self {
    case .person: true
    case .server, .derived: false
    case .document: kind != .updateItem
    }
  }
}
