/// Actions on notes that can be undone, newest last.
@MainActor package struct ActionHistory {
  /// An action and what undoes it.
  package struct Entry {
    /// What was done, as in "Moved to the trash".
    package var summary: String
    /// Undoes it.
    package var undo: @MainActor () async throws -> Void
    /// Redoes it.
    package var redo: @MainActor () async throws -> Void
    /// What its undo came to, as a sentence, where "Undone" and the summary do not say it; nil
    /// where they do.
    package var undone: @MainActor () -> String?

    /// The summary within a sentence: its first letter is small.
    package var inSentence: String { summary.prefix(1).lowercased() + summary.dropFirst() }

    package init(
      summary: String, undo: @escaping @MainActor () async throws -> Void,
      redo: @escaping @MainActor () async throws -> Void,
      undone: @escaping @MainActor () -> String? = { nil }
    ) {
      self.summary = summary
      self.undo = undo
      self.redo = redo
      self.undone = undone
    }
  }

  private var done: [Entry] = []
  private var undone: [Entry] = []

  package init() {}

  /// Records an action that was done; actions undone before it cannot be redone.
  package mutating func record(_ entry: Entry) {
    done.append(entry)
    if done.count > 100 { done.removeFirst() }
    undone = []
  }

  /// Takes the action to undo, which becomes the one to redo.
  package mutating func takeUndo() -> Entry? {
    guard let entry = done.popLast() else { return nil }
    undone.append(entry)
    return entry
  }

  /// Takes the action to redo, which becomes the one to undo.
  package mutating func takeRedo() -> Entry? {
    guard let entry = undone.popLast() else { return nil }
    done.append(entry)
    return entry
  }
}
