/// What one person can undo and redo in a document.
struct History: Sendable {
  /// How to reverse one operation.
  struct Step: Hashable, Sendable {
    var operation: Operation
    /// Identities of the element of which the operation brings a copy, and of its parts.
    var copied: [TimeTicket] = []
  }

  /// How to reverse one update.
  struct Entry: Hashable, Sendable {
    /// In the order in which they are to be carried out.
    var steps: [Step]
    var presence: [String: String?] = [:]
  }

  /// The number of updates that can be undone; nil for no limit.
  var depth: Int? = 50
  var undo: [Entry] = []
  var redo: [Entry] = []
  /// Identities of copies that took the place of what an undone removal had deleted.
  var renamed: [TimeTicket: TimeTicket] = [:]

  mutating func push(_ entry: Entry) {
    undo.append(entry)
    if let depth, undo.count > depth { undo.removeFirst(undo.count - depth) }
  }

  mutating func clear() {
    undo = []
    redo = []
    renamed = [:]
  }

  /// The present identity of an element.
  func current(_ ticket: TimeTicket) -> TimeTicket {
    var ticket = ticket
    while let next = renamed[ticket] { ticket = next }
    return ticket
  }
}
