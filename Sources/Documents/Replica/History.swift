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
  private(set) var undo: [Entry] = []
  /// Entries at the start of `undo` that are beyond the depth; dropped many at a time.
  private var forgotten = 0
  var redo: [Entry] = []
  /// Identities of copies that took the place of what an undone removal had deleted.
  var renamed: [TimeTicket: TimeTicket] = [:]

  /// What can be undone, oldest first.
  var undoable: ArraySlice<Entry> { undo[forgotten...] }

  /// Takes what another history could undo and redo in place of what this one can.
  mutating func replace(undo: [Entry], redo: [Entry], renamed: [TimeTicket: TimeTicket]) {
    (self.undo, forgotten) = (undo, 0)
    (self.redo, self.renamed) = (redo, renamed)
  }

  mutating func push(_ entry: Entry) {
    undo.append(entry)
    guard let depth, undo.count - forgotten > depth else { return }
    forgotten = undo.count - depth
    guard forgotten > depth else { return }
    undo.removeFirst(forgotten)
    forgotten = 0
  }

  var canUndo: Bool { undo.count > forgotten }

  mutating func popUndo() -> Entry? { canUndo ? undo.popLast() : nil }

  mutating func clear() {
    undo = []
    forgotten = 0
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
