import Dispatch
import GRDB
import Logging

/// Turns observations of a database into streams.
///
/// ``DatabaseActor`` has the same functions for its own connections; these are for connections that
/// were opened in another way. The first element is the present value, exactly once. A fetch that
/// throws is reported and the observation goes on.
///
/// ```swift
/// for await count in ObservationBridge.stream(reader: pool, tracking: User.fetchCount) {
///   report(count)
/// }
/// ```
public enum ObservationBridge {
  /// Observes a value, delivered without passing through the main actor.
  ///
  /// - Parameters:
  ///   - reader: The connections; in a snapshot, where nothing changes, there is one value.
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value.
  /// - Returns: The values; ending the iteration ends the observation.
  public static func stream<T: Sendable>(
    reader: any DatabaseReader,
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: DatabaseActor.ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(
      .initialOnly, in: reader, commits: counter(of: reader), onMainActor: false,
      bufferingPolicy, onError, tracking)
  }

  /// Observes a value; each value enters the stream on the main actor.
  ///
  /// - Parameters:
  ///   - reader: The connections.
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value.
  /// - Returns: The values; ending the iteration ends the observation.
  public static func streamOnMainActor<T: Sendable>(
    reader: any DatabaseReader,
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: DatabaseActor.ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(
      .initialOnly, in: reader, commits: counter(of: reader), onMainActor: true,
      bufferingPolicy, onError, tracking)
  }

  /// Observes a value and drops values equal to the one before; each enters the stream on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - reader: The connections.
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value.
  /// - Returns: The values; ending the iteration ends the observation.
  public static func streamDistinctOnMainActor<T: Sendable & Equatable>(
    reader: any DatabaseReader,
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: DatabaseActor.ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(
      .all { $0 == $1 }, in: reader, commits: counter(of: reader), onMainActor: true,
      bufferingPolicy, onError, tracking)
  }

  private static func counter(of reader: any DatabaseReader) -> CommitCounter {
    let commits = CommitCounter()
    (reader as? any DatabaseWriter)?
      .add(transactionObserver: commits, extent: .observerLifetime)
    return commits
  }
}

extension ObservationBridge {
  /// Observes a value as a stream of what is fetched without an error.
  static func stream<T: Sendable>(
    _ policy: RepeatFilter<T>.Policy,
    in reader: any DatabaseReader,
    commits: CommitCounter,
    onMainActor: Bool,
    _ bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy,
    _ onError: DatabaseActor.ObservationErrorHandler?,
    _ tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let observation = start(
        policy, in: reader, commits: commits, onMainActor: onMainActor, tracking
      ) { result in
        switch result {
        case .success(let value): continuation.yield(value)
        case .failure(let error): (onError ?? log)(error)
        }
      }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  /// Starts one observation and delivers its admitted results, in order.
  static func start<T: Sendable>(
    _ policy: RepeatFilter<T>.Policy,
    in reader: any DatabaseReader,
    commits: CommitCounter,
    onMainActor: Bool,
    _ tracking: @escaping @Sendable (Database) throws -> T,
    deliver: @escaping @Sendable (Result<T, any Error>) -> Void
  ) -> AnyDatabaseCancellable {
    let filter = RepeatFilter(policy, commitsAtStart: commits.value)
    let observation = ValueObservation.tracking { [commits] db in
      try TrackedValue(in: db, commits: commits, fetch: tracking)
    }
    let onError: @Sendable (any Error) -> Void = { deliver(.failure($0)) }
    let onChange: @Sendable (TrackedValue<T>) -> Void = { tracked in
      if filter.admits(tracked) { deliver(tracked.result.mapError(classify)) }
    }
    return start(
      observation, in: reader, scheduling: scheduler(onMainActor: onMainActor),
      onError: onError, onChange: onChange)
  }

  /// The main queue, or a serial queue of the observation's own, which keeps the values' order.
  private static func scheduler(onMainActor: Bool) -> any ValueObservationScheduler {
    if onMainActor { return DelayedMainActorValueObservationScheduler.mainActor }
    let queue = DispatchQueue(label: "StorageKit.observation")
    return AsyncValueObservationScheduler.async(onQueue: queue)
  }

  /// Starts an observation from any isolation, also with the main actor's scheduler.
  private static func start<Reducer: ValueReducer>(
    _ observation: ValueObservation<Reducer>, in reader: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Reducer.Value) -> Void
  ) -> AnyDatabaseCancellable {
    observation.start(in: reader, scheduling: scheduler, onError: onError, onChange: onChange)
  }

  private static func classify(_ error: any Error) -> any Error {
    error is DatabaseError ? StorageError(error, while: "observing") : error
  }

  private static func log(_ error: any Error) {
    Logger(label: "StorageKit").error(
      "An observation's fetch failed", metadata: ["error": "\(error)"])
  }
}
