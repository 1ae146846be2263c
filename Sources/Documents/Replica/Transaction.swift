/// What an updater works on: the elements, the tickets of the new change and its operations.
///
/// An object, since the documented accessors share it; it lives as long as one call of the updater.
final class Transaction {
  // No access to these runs code of a user, so none can overlap; checking that for each keystroke
  // costs as much as the keystroke.
  @exclusivity(unchecked) var root: Root
  let actor: ActorID
  let lamport: Int64
  @exclusivity(unchecked) private var delimiter: UInt32 = 0
  @exclusivity(unchecked) private(set) var operations: [Operation] = []
  @exclusivity(unchecked) private(set) var reverses: [History.Step] = []
  @exclusivity(unchecked) private(set) var events: [OpInfo] = []
  /// The first error of an accessor that cannot throw; the update throws it.
  var failure: DocumentsError?
  @exclusivity(unchecked) private(set) var isOpen: Bool
  /// The edit of a text that the next keystroke may continue; it is no operation yet.
  @exclusivity(unchecked) var open: OpenEdit?

  /// A transaction whose elements come afterwards.
  init(actor: ActorID, lamport: Int64) {
    self.root = Root.vacant
    self.actor = actor
    self.lamport = lamport
    isOpen = true
  }

  init(root: Root, actor: ActorID, lamport: Int64, isOpen: Bool) {
    self.root = root
    self.actor = actor
    self.lamport = lamport
    self.isOpen = isOpen
  }

  func close() {
    finishEdit()
    isOpen = false
  }

  /// The ticket for an operation that creates that number of parts; ends the open edit.
  func ticket(parts: Int = 0) throws(DocumentsError) -> TimeTicket {
    finishEdit()
    guard isOpen else {
      throw DocumentsError(code: .insideUpdate, detail: "elements change only inside an update")
    }
    let ticket = TimeTicket(lamport: lamport, actor: actor, delimiter: delimiter + 1)
    delimiter += 1 + UInt32(parts)
    return ticket
  }

  /// Carries out an operation and keeps it for the change.
  func perform(_ operation: Operation) throws(DocumentsError) {
    let effect = try root.execute(operation, by: nil)
    add(operation, effect)
  }

  func add(_ operation: consuming Operation, _ effect: consuming OperationEffect) {
    operations.append(operation)
    if events.isEmpty { events = effect.events } else { events += effect.events }
    // What happened within an element of this change goes and comes back with the element.
    if effect.isApplied, !isOwn(operations[operations.count - 1].target),
      let reverse = effect.reverse
    {
      reverses.append(History.Step(operation: reverse, copied: effect.copied))
    }
  }

  /// What reverses the operations, the last one first; gives it away.
  func takeReverses() -> [History.Step] {
    var steps: [History.Step] = []
    swap(&steps, &reverses)
    if steps.count > 1 { steps.reverse() }
    return steps
  }

  /// Whether an element was made by this transaction.
  private func isOwn(_ element: TimeTicket) -> Bool {
    element.lamport == lamport && element.actor == actor
  }

  /// Keeps the first error of an accessor that cannot throw.
  func attempt(_ body: () throws(DocumentsError) -> Void) {
    do { try body() } catch { failure = failure ?? error }
  }

  /// Carries out an operation of undo or redo, unless its target is gone.
  ///
  /// - Returns: The operation as it was done to its target, or nil if it was not.
  func performAgain(
    _ operation: Operation, renamed: (TimeTicket) -> TimeTicket
  ) throws(DocumentsError) -> Operation? {
    let targets = operation.targets.map(renamed)
    guard targets.allSatisfy({ root.handle(of: $0).map { root.isLive($0) } ?? false }),
      let target = root.handle(of: renamed(operation.target))
    else { return nil }
    if root.nodes[target].createdAt != operation.target, root.text(at: target) != nil {
      try perform(operation, onCopy: target)
      return nil
    }
    guard let placed = root.placed(operation, in: target, renamed: renamed) else { return nil }
    let done = placed.stamped(at: try ticket(parts: operation.value?.partCount ?? 0), renamed)
    let effect = try root.execute(done, by: nil)
    add(done, effect)
    return done
  }
}
