/// Where commits come from: a mailbox that the store's writer fills and the main actor empties.
///
/// The mailbox merges what nobody has taken yet, so it neither loses a change nor grows.
package protocol ChangeSource: Sendable {
  /// An element each time the mailbox became full; the newest signal is enough.
  var signals: AsyncStream<Void> { get }
  /// The number of the newest commit that touched anything a query may read.
  var sequence: UInt64 { get }
  /// Empties the mailbox; nil when nothing is in it.
  func take() -> StoreChange?
}

/// A receiver of changes.
@MainActor
package protocol ChangeReceiver: AnyObject {
  /// Called on the main actor, in the order of commits, with each change or several merged.
  func receive(_ change: StoreChange)
  /// Waits until nothing is under way that needs no further time to pass.
  func settle() async
}

/// Carries commits from the store's writer to the queries on the main actor.
///
/// It keeps its receivers weakly: a query that nobody holds is gone.
@MainActor
package final class ChangeHub {
  private struct Reference {
    weak var receiver: (any ChangeReceiver)?
  }

  /// Time, for every query of this store.
  package let clock: RefreshClock
  private let source: any ChangeSource
  private var receivers: [ObjectIdentifier: Reference] = [:]
  private var listening: Task<Void, Never>?

  /// Listens until it is released.
  package init(source: any ChangeSource, clock: RefreshClock) {
    self.source = source
    self.clock = clock
    listening = Task { [weak self, signals = source.signals] in
      for await _ in signals {
        guard let self else { return }
        self.deliver()
      }
    }
  }

  deinit {
    listening?.cancel()
  }

  /// How many receivers are alive.
  package var receiverCount: Int {
    receivers.values.count { $0.receiver != nil }
  }

  /// The number of the newest commit that touched anything a query may read.
  package var sequence: UInt64 { source.sequence }

  /// Tells a receiver of every later change.
  package func add(_ receiver: any ChangeReceiver) {
    receivers[ObjectIdentifier(receiver)] = Reference(receiver: receiver)
  }

  /// Tells a receiver nothing more.
  package func remove(_ receiver: any ChangeReceiver) {
    receivers[ObjectIdentifier(receiver)] = nil
  }

  /// Hands on what is in the mailbox now.
  package func deliver() {
    guard let change = source.take() else { return }
    for (identifier, reference) in receivers {
      guard let receiver = reference.receiver else {
        receivers[identifier] = nil
        continue
      }
      receiver.receive(change)
    }
  }

  /// Waits until every query shows what is committed, unless it waits for time to pass.
  package func settle() async {
    deliver()
    for reference in receivers.values { await reference.receiver?.settle() }
  }
}
