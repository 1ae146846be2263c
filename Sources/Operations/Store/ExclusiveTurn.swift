import Foundation

/// The turn of one thread to change a store; until it ends, changes by other threads wait.
struct ExclusiveTurn<State: OperationState> {
  private let thread = pthread_self()
  /// How many accesses of the thread are nested.
  private var depth = 0
  /// What the changes of the turn leave to deliver at its end, in order.
  private var postponed: [StoreDelivery<State>] = []

  /// Whether the current thread is the one whose turn it is.
  var belongsToCurrentThread: Bool { pthread_equal(thread, pthread_self()) != 0 }

  /// Counts an access that begins.
  mutating func enter() { depth += 1 }

  /// Counts an access that ends.
  ///
  /// - Returns: What is to be delivered if it was the outermost one; nil while others enclose it.
  mutating func leave() -> [StoreDelivery<State>]? {
    depth -= 1
    return depth == 0 ? postponed : nil
  }

  /// Keeps a delivery for the end of the turn.
  mutating func postpone(_ delivery: StoreDelivery<State>) { postponed.append(delivery) }
}

/// What one change of a store leaves to do outside its lock.
struct StoreDelivery<State: OperationState> {
  let step: StoreStep
  /// Who has events to take; empty if the change emitted none.
  let mailboxes: [(id: Int, mailbox: Mailbox)]
  /// The machine before the change, released after the delivery: a value may do anything at its
  /// end, which must not happen with the lock held.
  let previous: StoreMachine<State>
}
