/// The linear history of a person's own edits, in steps, bounded.
///
/// A step stays open while edits belong together; `closeStep()` ends it. Changes made elsewhere go
/// through `rebase(over:)`, so that undo undoes my edits only.
public struct UndoHistory: Hashable, Sendable {
  /// How much is kept.
  public struct Limits: Hashable, Sendable {
    /// The most steps.
    public var steps: Int
    /// The most bytes of text, about.
    public var bytes: Int

    /// By default a thousand steps and 8 MiB.
    public init(steps: Int = 1000, bytes: Int = 8 << 20) {
      self.steps = steps
      self.bytes = bytes
    }
  }

  /// What is kept; the oldest steps go first.
  public private(set) var limits: Limits
  private(set) var undoable: [UndoStep] = []
  /// Steps undone, the next one to redo last; each is what redoing performs.
  private(set) var redoable: [UndoStep] = []
  private var isOpen = false
  private var holds = 0
  private var cost = 0

  /// Nothing can be undone yet; the oldest steps go when the limits are passed.
  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// About how many bytes of text are kept.
  public var byteCount: Int { cost }

  /// Whether there is a step to undo.
  public var canUndo: Bool { !undoable.isEmpty }
  /// Whether there is a step to do again.
  public var canRedo: Bool { !redoable.isEmpty }

  /// Changes how much is kept, from the next step on.
  mutating func limit(to limits: Limits) { self.limits = limits }

  /// Adds an edit to the open step, or opens one.
  mutating func record(_ edit: UndoEdit, cursor: Int) {
    redoable.removeAll()
    guard isOpen, let last = undoable.indices.last else {
      undoable.append(UndoStep(edits: [edit], cursorBefore: cursor, cursorAfter: cursor))
      isOpen = true
      cost += undoable[undoable.count - 1].cost
      trim()
      return
    }
    let before = undoable[last].edits.last?.cost ?? 0
    if let index = undoable[last].edits.indices.last, undoable[last].edits[index].absorb(edit) {
      cost += undoable[last].edits[index].cost - before
    } else {
      undoable[last].edits.append(edit)
      cost += edit.cost + 48
    }
  }

  /// Adds many edits to the open step, or opens one; they stay edits of their own.
  mutating func record(_ edits: [UndoEdit], cursor: Int) {
    guard let first = edits.first else { return }
    record(first, cursor: cursor)
    let rest = edits.dropFirst()
    undoable[undoable.count - 1].edits += rest
    cost += rest.reduce(0) { $0 + $1.cost + 48 }
  }

  /// Keeps the step open until each hold has its `release(cursor:)`: what is done meanwhile is one
  /// step.
  mutating func hold() { holds += 1 }

  /// Ends what `hold()` began, and the step with the outermost.
  mutating func release(cursor: Int) {
    holds = max(0, holds - 1)
    closeStep(cursor: cursor)
  }

  /// Ends the open step unless it is held; the next edit begins another.
  mutating func closeStep(cursor: Int) {
    guard isOpen, holds == 0 else { return }
    isOpen = false
    guard let last = undoable.indices.last else { return }
    undoable[last].cursorAfter = cursor
    // A step that came to nothing is no step.
    if undoable[last].edits.allSatisfy({ $0.removed.hasSameBytes(as: $0.inserted) }) {
      cost -= undoable.removeLast().cost
    } else {
      trim()
    }
  }

  /// Takes the last step out for undoing.
  mutating func takeUndo() -> UndoStep? {
    isOpen = false
    guard let step = undoable.popLast() else { return nil }
    cost -= step.cost
    redoable.append(step)
    return step.inverse
  }

  /// Takes the last undone step out for doing it again.
  mutating func takeRedo() -> UndoStep? {
    isOpen = false
    guard let step = redoable.popLast() else { return nil }
    cost += step.cost
    undoable.append(step)
    return step
  }

  private mutating func trim() {
    while undoable.count > 1, undoable.count > limits.steps || cost > limits.bytes {
      cost -= undoable.removeFirst().cost
    }
  }
}

// MARK: - Changes made elsewhere

extension UndoHistory {
  /// How many edits may be exchanged with a change made elsewhere, about a tenth of a second.
  private static let mostExchanges = 100_000

  /// Moves all steps over a change that is not in the history.
  ///
  /// An open step stays open, so that what is typed while others type is one step. Steps with too
  /// many edits to move quickly are forgotten, with those before them.
  mutating func rebase(over change: TextChange) {
    var budget = UndoHistory.mostExchanges
    var changes = [change]
    for index in undoable.indices.reversed() {
      let step = undoable[index]
      guard
        let (edits, moved) = UndoRebase.rebase(step.edits, over: changes, budget: &budget)
      else {
        undoable.removeSubrange(...index)
        break
      }
      undoable[index].cursorAfter = UndoRebase.map(step.cursorAfter, over: changes)
      (undoable[index].edits, changes) = (edits, moved)
      undoable[index].cursorBefore = UndoRebase.map(step.cursorBefore, over: changes)
    }
    changes = [change]
    for index in redoable.indices.reversed() {
      let step = redoable[index]
      guard
        let (edits, moved) = UndoRebase.rebase(
          step.inverse.edits, over: changes, budget: &budget)
      else {
        redoable.removeSubrange(...index)
        break
      }
      redoable[index].cursorBefore = UndoRebase.map(step.cursorBefore, over: changes)
      redoable[index].edits = edits.reversed().map(\.inverse)
      changes = moved
      redoable[index].cursorAfter = UndoRebase.map(step.cursorAfter, over: changes)
    }
    // The open step is the last one, if something is left of it.
    if undoable.last?.edits.isEmpty != false { isOpen = false }
    undoable.removeAll { $0.edits.isEmpty }
    redoable.removeAll { $0.edits.isEmpty }
    cost = undoable.reduce(0) { $0 + $1.cost }
  }

  /// Replaces both lists, as read from an archive.
  mutating func restore(undoable: [UndoStep], redoable: [UndoStep]) {
    self.undoable = undoable
    self.redoable = redoable
    isOpen = false
    cost = undoable.reduce(0) { $0 + $1.cost }
    trim()
  }
}
