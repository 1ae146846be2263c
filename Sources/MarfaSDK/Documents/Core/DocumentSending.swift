import Documents

/// What goes to the server in one request: as many of the own changes as a request may have.
package struct DocumentSending: Sendable {
  /// The most changes of one request; a quarter of what the server takes.
  static let mostChanges = 5_000
  /// The most bytes of one request, unless one change alone has more; half of what the server
  /// takes.
  static let mostBytes = 1 << 20

  package private(set) var pack: ChangePack
  /// The own presence in the pack; nil when it has none.
  package private(set) var presence: [String: String]?
  /// The watch stream that was open when it was sent; nil for none.
  package private(set) var stream: Int?
  /// Whether nothing is left for another request.
  package let isWhole: Bool
  /// The number of the last change in it.
  private let last: UInt32

  /// As much of a pack as one request may have, the oldest changes first.
  init(_ pack: ChangePack) {
    let left = pack.changes
    let all = left.count
    var pack = pack
    if all > Self.mostChanges { pack.changes.removeLast(all - Self.mostChanges) }
    // A single change is not measured: it cannot be sent in parts.
    while pack.changes.count > 1, pack.encoded().count > Self.mostBytes {
      pack.changes.removeLast(pack.changes.count / 2)
    }
    isWhole = pack.changes.count == all
    // What is left was made without what came since: others are not to purge that yet.
    if !isWhole { pack.versionVector = left[pack.changes.count].id.versionVector }
    last = pack.changes.last?.id.clientSequence ?? 0
    self.pack = pack
  }

  /// Whether nothing that was there to be sent is left, once the server has answered: it takes no
  /// more of a request from a change on that it refuses, and says why when that is sent again.
  func isAll(of checkpoint: Checkpoint) -> Bool {
    isWhole && checkpoint.clientSequence >= last
  }

  /// As much of a replica's changes as one request may have, and its presence if the server has
  /// another one.
  ///
  /// - Parameters:
  ///   - replica: The replica.
  ///   - audience: What the server knows of its presence.
  package init(of replica: Replica, for audience: DocumentAudience) {
    self.init(replica.pack())
    stream = audience.stream
    let own = replica.presences[replica.actor] ?? [:]
    guard audience.isNews(own) else { return }
    pack.changes.append(replica.presenceChange)
    presence = own
  }
}
