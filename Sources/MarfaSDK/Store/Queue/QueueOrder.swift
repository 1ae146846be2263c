/// Decides, row by row from the oldest, what may be sent now.
///
/// Changes of one item go in order, and so do those of one edge; a change waits for the creation of
/// everything that it refers to; a purge waits for every earlier change that refers to its item. A
/// refused or slow item blocks no other. The bytes of a blob do not go with the queue: others send
/// them, and remove the row when the server has them. Until then what the item says goes before the
/// change that names the blob: a text waits for no file.
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
    /// Whether it only names the files of its item, and was never sent.
    package var isAttaching = false

    package init(
      kind: MutationKind, itemId: String? = nil, subject: String? = nil,
      isInFlight: Bool = false, nextAttemptAt: Int64? = nil, isParked: Bool = false,
      references: [String] = [], isAttaching: Bool = false
    ) {
      (self.kind, self.itemId, self.subject) = (kind, itemId, subject)
      (self.isInFlight, self.nextAttemptAt) = (isInFlight, nextAttemptAt)
      (self.isParked, self.references) = (isParked, references)
      self.isAttaching = isAttaching
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
  /// Items of which a change waits for bytes alone.
  private var attaching: Set<String> = []
  private var awaited: Set<String> = []
  private var referred: Set<String> = []

  /// Begins before the oldest row; `now` is in milliseconds since 1970.
  package init(now: Int64) { self.now = now }

  /// Whether the next row may be sent; each row must be shown once, oldest first.
  package mutating func admits(_ entry: Entry) -> Bool {
    let isAwaiting = entry.references.contains(where: awaited.contains)
    defer { remember(entry, isPassed: entry.isAttaching && isAwaiting) }
    guard entry.kind != .uploadBlob, !entry.isInFlight, !entry.isParked, isDue(entry)
    else { return false }
    if let lane = entry.lane, !isFree(lane, for: entry.kind) { return false }
    if isAwaiting { return false }
    if entry.kind == .purgeItem, let id = entry.itemId, referred.contains(id) { return false }
    return true
  }

  /// Whether a row waits no longer; one that waits for a person has no time.
  private func isDue(_ entry: Entry) -> Bool {
    guard let time = entry.nextAttemptAt else { return true }
    return time <= now || (time > now + Self.longestWait && time < .max)
  }

  /// Whether nothing earlier is in the way of a change of a kind.
  ///
  /// Those of what an item says are bound to its values when they are sent, each to its own fields.
  private func isFree(_ lane: String, for kind: MutationKind) -> Bool {
    if lanes.contains(lane) { return false }
    guard attaching.contains(lane) else { return true }
    switch kind {
    case .updateItem, .addTags, .removeTag, .setMetadata, .patchMetadata, .setExtension,
      .removeExtension:
      return true
    default: return false
    }
  }

  private mutating func remember(_ entry: Entry, isPassed: Bool) {
    if let lane = entry.lane {
      if isPassed, !lanes.contains(lane) { attaching.insert(lane) } else { lanes.insert(lane) }
    }
    switch entry.kind {
    case .createItem: entry.itemId.map { _ = awaited.insert($0) }
    case .uploadBlob: entry.subject.map { _ = awaited.insert($0) }
    default: break
    }
    referred.formUnion(entry.references)
  }
}
