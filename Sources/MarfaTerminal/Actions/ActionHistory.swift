/// Actions on notes that can be taken back, newest last.
@MainActor package struct ActionHistory {
  /// An action and what takes it back.
  package struct Entry {
    /// What was done, as in "Moved to the trash".
    package var summary: String
    /// Takes it back.
    package var undo: @MainActor () async throws -> Void
    /// Does it again.
    package var redo: @MainActor () async throws -> Void

    package init(
      summary: String, undo: @escaping @MainActor () async throws -> Void,
      redo: @escaping @MainActor () async throws -> Void
    ) {
      self.summary = summary
      self.undo = undo
      self.redo = redo
    }
  }

  private var done: [Entry] = []
  private var undone: [Entry] = []

  package init() {}

  /// Notes an action that was done; what was undone before cannot be done again any more.
  package mutating func record(_ entry: Entry) {
    done.append(entry)
    if done.count > 100 { done.removeFirst() }
    undone = []
  }

  /// The action to take back, which becomes the one to do again.
  package mutating func takeUndo() -> Entry? {
    guard let entry = done.popLast() else { return nil }
    undone.append(entry)
    return entry
  }

  /// The action to do again, which becomes the one to take back.
  package mutating func takeRedo() -> Entry? {
    guard let entry = undone.popLast() else { return nil }
    done.append(entry)
    return entry
  }
}
