import MarfaSDK

/// Something about the server that only a person can answer.
package enum SyncQuestion: Hashable {
  /// The server was set back to an earlier state, and lacks that many changes.
  case setBack(Int)
  /// The server no longer shows that many items.
  case removals(Int)

  /// What is to be answered now.
  package static func all(_ status: SyncStatus) -> [SyncQuestion] {
    (status.setBack > 0 ? [.setBack(status.setBack)] : [])
      + (status.removals > 0 ? [.removals(status.removals)] : [])
  }

  /// The name of its line.
  package var id: String {
    switch self {
    case .setBack: "set-back"
    case .removals: "removals"
    }
  }

  /// What happened, in a few words.
  package var title: String {
    switch self {
    case .setBack(let count): "The server lacks \(Self.changes(count))"
    case .removals(let count): "The server no longer shows \(Self.items(count))"
    }
  }

  /// What can be done about it.
  package var words: String {
    switch self {
    case .setBack(let count):
      "The server was set back and lacks \(Self.changes(count)). "
        + "Enter sends \(count == 1 ? "it" : "them") again; d takes what the server has."
    case .removals:
      "\(title): too many to be removed without asking. Enter removes those that are gone there; "
        + "until then they stay here."
    }
  }

  /// The question of its dialog.
  package var offer: String {
    switch self {
    case .setBack(let count): "Send \(Self.changes(count)) again that the server lacks?"
    case .removals(let count):
      "Remove \(Self.items(count)) from this machine, if the server says that they are gone?"
    }
  }

  /// The key that says yes.
  package var key: Character {
    switch self {
    case .setBack: "s"
    case .removals: "y"
    }
  }

  /// What that key does.
  package var label: String {
    switch self {
    case .setBack: "send again"
    case .removals: "remove"
    }
  }

  /// What is said afterwards.
  package var done: String {
    switch self {
    case .setBack: "Queued again."
    case .removals: "The server is asked about them."
    }
  }

  /// A number of changes.
  package static func changes(_ count: Int) -> String {
    count == 1 ? "1 change" : "\(count) changes"
  }

  private static func items(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }
}
