/// The states of a store as a sequence.
///
/// ```swift
/// for await element in store.states {
///   show(element.state.status)
///   if element.state.status.isFinished { break }
/// }
/// ```
///
/// Each iterator is a subscription of its own, counts as a subscriber and keeps the store. It
/// buffers one element: a slow consumer misses states in between and always gets the newest.
public struct OperationStates<State: OperationState>: AsyncSequence, Sendable {
  /// A state and the context of the change that led to it.
  public struct Element: Sendable {
    /// The state.
    public let state: State
    /// The context of the change.
    public let context: OperationContext
  }

  /// Waits for the states of one subscription.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: AsyncStream<Element>.Iterator
    /// A task that waits for a state keeps what could bring it.
    private let store: OperationStore<State>

    init(_ base: AsyncStream<Element>.Iterator, of store: OperationStore<State>) {
      self.base = base
      self.store = store
    }

    /// The next state, or nil once the current task is cancelled.
    public mutating func next() async -> Element? {
      await base.next()
    }

    /// The next state, or nil once the current task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await base.next(isolation: actor)
    }
  }

  let store: OperationStore<State>

  /// Subscribes to the store.
  public func makeAsyncIterator() -> AsyncIterator {
    // The newest is all that a screen needs, whatever the consumer's pace.
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = store.subscribe(
      with: OperationEventHandler { state, context in
        continuation.yield(Element(state: state, context: context))
      })
    continuation.onTermination = { _ in subscription.cancel() }
    return AsyncIterator(stream.makeAsyncIterator(), of: store)
  }
}

extension OperationStore {
  /// The states of the store, from the current one on.
  public var states: OperationStates<State> { OperationStates(store: self) }
}
