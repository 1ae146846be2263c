/// Attributes of a stretch of text: for each key the latest write wins, removals included.
///
/// Yorkie's RHT. A value is a string; other JSON values are written as their JSON text.
struct AttributeMap: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    /// Nil after a removal.
    var value: String?
    var updatedAt: TimeTicket
  }

  private(set) var entries: [String: Entry] = [:]

  init() {}

  init(_ values: [String: String], at ticket: TimeTicket) {
    entries = values.mapValues { Entry(value: $0, updatedAt: ticket) }
  }

  /// The values that were not removed.
  var values: [String: String] { entries.compactMapValues(\.value) }

  var isEmpty: Bool { entries.isEmpty }

  /// The number of remembered removals.
  var tombstoneCount: Int { entries.values.count { $0.value == nil } }

  /// Writes or, with nil, removes a key if the ticket is later than that of its last write.
  mutating func set(_ key: String, to value: String?, at ticket: TimeTicket) {
    if let known = entries[key], known.updatedAt >= ticket { return }
    entries[key] = Entry(value: value, updatedAt: ticket)
  }

  /// The writes that are later than a ticket.
  func later(than ticket: TimeTicket) -> AttributeMap {
    var map = self
    map.entries = entries.filter { $0.value.updatedAt > ticket }
    return map
  }

  /// Forgets removals that all replicas have seen, or all such writes, and returns their number.
  mutating func purge(ofAll: Bool = false, _ isSeen: (TimeTicket) -> Bool) -> Int {
    let count = entries.count
    entries = entries.filter {
      ($0.value.value != nil && !ofAll) || !isSeen($0.value.updatedAt)
    }
    return count - entries.count
  }
}
