/// Keeps one result fresh: asks when to fetch, fetches off the main actor, hands the result on.
///
/// It belongs to one query, which it does not hold; releasing the query ends everything.
@MainActor
package final class Refresher<Output: Sendable>: ChangeReceiver {
  /// Reads off the main actor; made on it, so that it can take the query's present wishes along.
  package typealias Read = @Sendable () async throws -> Output

  /// What the query reads; a change that does not touch it is dropped here.
  package var interest: StoreInterest

  private let hub: ChangeHub
  private let makeRead: @MainActor (StoreChange?) -> Read?
  private let finish: @MainActor (Result<Output, any Error>) -> Void
  private var schedule = RefreshSchedule()
  private var unread: StoreChange?
  private var mustReadAll = true
  private var isStopped = false
  /// The newest commit when reading began; the first read has it and all before.
  private var bornAt: UInt64 = 0
  private var fetching: Task<Void, Never>?
  private var waiting: Task<Void, Never>?

  /// Reads nothing until `start`.
  ///
  /// - Parameters:
  ///   - hub: Where changes come from.
  ///   - interest: What the query reads.
  ///   - makeRead: Makes the read for a change, or for no reason given when nil; it returns nil
  ///     when the query is gone.
  ///   - finish: Takes each result, on the main actor.
  package init(
    hub: ChangeHub, interest: StoreInterest,
    makeRead: @escaping @MainActor (StoreChange?) -> Read?,
    finish: @escaping @MainActor (Result<Output, any Error>) -> Void
  ) {
    self.hub = hub
    self.interest = interest
    self.makeRead = makeRead
    self.finish = finish
  }

  deinit {
    fetching?.cancel()
    waiting?.cancel()
  }

  /// Listens to changes and reads for the first time.
  package func start() {
    bornAt = hub.sequence
    hub.add(self)
    request()
  }

  /// Reads again at once, or as soon as the present read has ended.
  package func request() {
    guard !isStopped else { return }
    perform(schedule.on(.requested, at: hub.clock.now()))
  }

  /// Ends the present read without its result, and reads again at once.
  package func restart() {
    guard !isStopped else { return }
    mustReadAll = true
    if let abandoned = fetching {
      abandoned.cancel()
      fetching = nil
      perform(schedule.on(.finished, at: hub.clock.now()))
    }
    if fetching == nil { request() }
  }

  /// Ends all reading permanently.
  package func stop() {
    isStopped = true
    hub.remove(self)
    fetching?.cancel()
    waiting?.cancel()
    (fetching, waiting, unread) = (nil, nil, nil)
  }

  package func receive(_ change: StoreChange) {
    guard !isStopped, change.sequence > bornAt else { return }
    guard interest.isTouched(by: change) else { return }
    if unread == nil { unread = change } else { unread?.merge(change) }
    perform(schedule.on(.changed, at: hub.clock.now()))
  }

  package func settle() async {
    while !isStopped {
      if let fetching {
        await fetching.value
      } else if let waiting, let deadline = schedule.timer, deadline <= hub.clock.now() {
        await waiting.value
      } else {
        return
      }
    }
  }

  private func perform(_ action: RefreshSchedule.Action) {
    switch action {
    case .none: break
    case .fetch: fetch()
    case .wake(let time): wake(at: time)
    }
  }

  private func wake(at time: Duration) {
    waiting = Task { [weak self, sleepUntil = hub.clock.sleepUntil] in
      // A cancelled sleep means that the query has stopped; there is nobody to wake.
      guard (try? await sleepUntil(time)) != nil, let self, !self.isStopped else { return }
      self.waiting = nil
      self.perform(self.schedule.on(.woke, at: self.hub.clock.now()))
    }
  }

  private func fetch() {
    let change = mustReadAll ? nil : unread
    guard let read = makeRead(change) else { return }
    (mustReadAll, unread) = (false, nil)
    fetching = Task { [weak self] in
      let result: Result<Output, any Error>
      do { result = .success(try await read()) } catch { result = .failure(error) }
      guard !Task.isCancelled, let self, !self.isStopped else { return }
      self.ended(with: result)
    }
  }

  private func ended(with result: Result<Output, any Error>) {
    fetching = nil
    if case .failure = result { mustReadAll = true }
    finish(result)
    guard !isStopped else { return }
    perform(schedule.on(.finished, at: hub.clock.now()))
  }
}
