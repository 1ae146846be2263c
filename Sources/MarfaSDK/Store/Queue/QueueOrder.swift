/// Decides, row by row from the oldest, what may be sent now.
///
/// Changes of one item go in order, and so do those of one edge; a change waits for the creation of
/// everything that it refers to; a purge waits for every earlier change that refers to its item. A
/// refused or slow item blocks no other. The bytes of a blob do not go with the queue: others send
/// them, and remove the row when the server has them.
package struct QueueOrder: Sendable {
  /// What the order looks at of a row.
  package struct Entry: Hashable, Sendable {
    package var kind: MutationKind
    package var itemId: String?
    package var subject: String?
    package var isInFlight = false
    /// In milliseconds since 1970.
    package var nextAttemptAt: Int64?
    /// Whether a conflict of the item waits for a person.
    package var isParked = false
    /// Ids of items and hashes of blobs.
    package var references: [String] = []

    package init(
      kind: MutationKind, itemId: String? = nil, subject: String? = nil,
      isInFlight: Bool = false, nextAttemptAt: Int64? = nil, isParked: Bool = false,
      references: [String] = []
    ) {
      (self.kind, self.itemId, self.subject) = (kind, itemId, subject)
      (self.isInFlight, self.nextAttemptAt) = (isInFlight, nextAttemptAt)
      (self.isParked, self.references) = (isParked, references)
    }

    /// What must keep its order.
    fileprivate var lane: String? { itemId ?? subject }
  }

  /// The longest wait of a row, in milliseconds.
  ///
  /// One that seems longer is of a clock that was wrong then or is wrong now, and is over.
  package static let longestWait: Int64 = 60_000

  /// Milliseconds since 1970.
  package let now: Int64
  private var lanes: Set<String> = []
  private var awaited: Set<String> = []
  private var referred: Set<String> = []

  /// Begins before the oldest row; `now` is in milliseconds since 1970.
  package init(now: Int64) { self.now = now }

  /// Whether the next row may be sent; each row must be shown once, oldest first.
  package mutating func admits(_ entry: Entry) -> Bool {
    defer { remember(entry) }
    guard entry.kind != .uploadBlob, !entry.isInFlight, !entry.isParked, isDue(entry)
    else { return false }
    if let lane = entry.lane, lanes.contains(lane) { return false }
    if entry.references.contains(where: awaited.contains) { return false }
    if entry.kind == .purgeItem, let id = entry.itemId, referred.contains(id) { return false }
    return true
  }

  /// Whether a row waits no longer; one that waits for a person has no time.
  private func isDue(_ entry: Entry) -> Bool {
    guard let time = entry.nextAttemptAt else { return true }
    return time <= now || (time > now + Self.longestWait && time < .max)
  }

  private mutating func remember(_ entry: Entry) {
    if let lane = entry.lane { lanes.insert(lane) }
    switch entry.kind {
    case .createItem: entry.itemId.map { _ = awaited.insert($0) }
    case .uploadBlob: entry.subject.map { _ = awaited.insert($0) }
    default: break
    }
    referred.formUnion(entry.references)
  }
}
