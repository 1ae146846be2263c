/// What happens to one page during a run.
public enum PaginatedEvent<
  PageID: Hashable & Sendable, PageValue: Sendable, Failure: Error
>: OperationEvent {
  /// The fetch of a page starts.
  case pageFetchStarted(PageID)
  /// A page was yielded, fetched or failed.
  case pageResultReceived(PageID, Result<Page<PageID, PageValue>, Failure>)
  /// The fetch of a page has ended.
  case pageFetchEnded(PageID)
}

/// The closures that a subscriber of a paginated request gives.
///
/// For the fetch of a page the order is: fetching started, page started, page results, page ended,
/// result, fetching ended, state.
public struct PaginatedEventHandler<State: PaginatedStateProtocol>: Sendable {
  /// Called with the current state on subscription and with each changed state.
  public var onStateChanged: (@Sendable (State, OperationContext) -> Void)?
  /// Called when a run starts.
  public var onFetchingStarted: (@Sendable (OperationContext) -> Void)?
  /// Called when a run ends, after its final result.
  public var onFetchingEnded: (@Sendable (OperationContext) -> Void)?
  /// Called for each yield and for the final result.
  public var onResultReceived:
    (@Sendable (Result<State.OperationValue, State.Failure>, OperationContext) -> Void)?
  /// Called when the fetch of a page starts, has a result or ends.
  public var onPageEvent:
    (
      @Sendable (
        PaginatedEvent<State.PageID, State.PageValue, State.Failure>, OperationContext
      ) -> Void
    )?

  /// Takes the events for which it is given a closure; the others cost nothing.
  public init(
    onStateChanged: (@Sendable (State, OperationContext) -> Void)? = nil,
    onFetchingStarted: (@Sendable (OperationContext) -> Void)? = nil,
    onFetchingEnded: (@Sendable (OperationContext) -> Void)? = nil,
    onResultReceived: (
      @Sendable (Result<State.OperationValue, State.Failure>, OperationContext) -> Void
    )? = nil,
    onPageEvent: (
      @Sendable (
        PaginatedEvent<State.PageID, State.PageValue, State.Failure>, OperationContext
      ) -> Void
    )? = nil
  ) {
    self.onStateChanged = onStateChanged
    self.onFetchingStarted = onFetchingStarted
    self.onFetchingEnded = onFetchingEnded
    self.onResultReceived = onResultReceived
    self.onPageEvent = onPageEvent
  }

  var asOperationHandler: OperationEventHandler<State> {
    let onPageEvent = onPageEvent
    return OperationEventHandler(
      onStateChanged: onStateChanged, onRunStarted: onFetchingStarted,
      onRunEnded: onFetchingEnded, onResultReceived: onResultReceived
    ) { event, context in
      guard let event = event as? PaginatedEvent<State.PageID, State.PageValue, State.Failure>
      else { return }
      onPageEvent?(event, context)
    }
  }
}

extension OperationStore where State: PaginatedStateProtocol {
  /// Subscribes to the store; the subscription ends when the returned value is released.
  ///
  /// - Parameters:
  ///   - handler: The closures to call; never called with a lock held.
  ///   - delivery: Where they are called.
  /// - Returns: The subscription.
  public func subscribe(
    with handler: PaginatedEventHandler<State>, delivery: OperationDelivery = .immediate
  ) -> OperationSubscription {
    subscribe(with: handler.asOperationHandler, delivery: delivery)
  }
}
