/// What an updater works on: the elements, the tickets of the new change and its operations.
///
/// An object, since the documented accessors share it; it lives as long as one call of the updater.
final class Transaction {
  var root: Root
  let actor: ActorID
  let lamport: Int64
  private var delimiter: UInt32 = 0
  private(set) var operations: [Operation] = []
  private(set) var reverses: [History.Step] = []
  private(set) var events: [OperationEvent] = []
  /// The first error of an accessor that cannot throw; the update throws it.
  var failure: DocumentsError?
  private(set) var isOpen: Bool

  init(root: Root, actor: ActorID, lamport: Int64, isOpen: Bool) {
    self.root = root
    self.actor = actor
    self.lamport = lamport
    self.isOpen = isOpen
  }

  func close() { isOpen = false }

  /// The ticket for an operation that creates that number of parts.
  func ticket(parts: Int = 0) throws(DocumentsError) -> TimeTicket {
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
    record(operation, effect)
  }

  func record(_ operation: Operation, _ effect: OperationEffect) {
    operations.append(operation)
    events += effect.events
    if effect.isApplied, let reverse = effect.reverse {
      reverses.append(History.Step(operation: reverse, copied: effect.copied))
    }
  }

  /// Keeps the first error of an accessor that cannot throw.
  func attempt(_ body: () throws(DocumentsError) -> Void) {
    do { try body() } catch { failure = failure ?? error }
  }

  /// Carries out an operation of undo or redo, unless its target is gone.
  ///
  /// - Returns: The operation as it was done, or nil if nothing was done.
  func performAgain(
    _ operation: Operation, renamed: (TimeTicket) -> TimeTicket
  ) throws(DocumentsError) -> Operation? {
    let targets = operation.targets.map(renamed)
    guard targets.allSatisfy({ root.handle(of: $0).map { root.isLive($0) } ?? false }) else {
      return nil
    }
    let done = operation.stamped(at: try ticket(parts: operation.value?.partCount ?? 0), renamed)
    let effect = try root.execute(done, by: nil)
    record(done, effect)
    return done
  }
}
