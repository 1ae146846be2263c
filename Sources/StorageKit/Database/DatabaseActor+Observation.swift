import Dispatch
import GRDB
import Logging

extension DatabaseActor {
  /// Called with each error of an observation, which goes on afterwards.
  public typealias ObservationErrorHandler = @Sendable (any Error) -> Void

  /// Observes a value, delivered without passing through the main actor.
  ///
  /// The first element is the present value, exactly once. After every commit that touches what
  /// the closure read, by this process or by one that is watched, the value is fetched again.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only,
  ///     because older ones are superseded.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value, in a snapshot.
  /// - Returns: The values; ending the iteration ends the observation.
  public nonisolated func streamImmediate<T: Sendable>(
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(.initialOnly, bufferingPolicy, onMainActor: false, onError, tracking)
  }

  /// Observes a value, without main actor, and drops values equal to the one before.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value, in a snapshot.
  /// - Returns: The values; ending the iteration ends the observation.
  public nonisolated func streamDistinctImmediate<T: Sendable & Equatable>(
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(.all { $0 == $1 }, bufferingPolicy, onMainActor: false, onError, tracking)
  }

  /// Observes a value for the interface: each value enters the stream on the main actor.
  ///
  /// A consumer on the main actor reads it there; one elsewhere resumes on its own executor.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value, in a snapshot.
  /// - Returns: The values; ending the iteration ends the observation.
  public nonisolated func streamOnMainActor<T: Sendable>(
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(.initialOnly, bufferingPolicy, onMainActor: true, onError, tracking)
  }

  /// Observes a value for the interface, and drops values equal to the one before.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest value only.
  ///   - onError: Receives the errors of fetches; without it they are logged.
  ///   - tracking: Reads the value, in a snapshot.
  /// - Returns: The values; ending the iteration ends the observation.
  public nonisolated func streamDistinctOnMainActor<T: Sendable & Equatable>(
    bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy = .bufferingNewest(1),
    onError: ObservationErrorHandler? = nil,
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    stream(.all { $0 == $1 }, bufferingPolicy, onMainActor: true, onError, tracking)
  }

  /// Observes a value together with the errors of its fetches, in their order.
  ///
  /// - Parameters:
  ///   - bufferingPolicy: What is kept for a slow consumer; by default the newest result only.
  ///   - tracking: Reads the value, in a snapshot.
  /// - Returns: The results, values equal to the one before dropped.
  public nonisolated func streamResults<T: Sendable & Equatable>(
    bufferingPolicy: AsyncStream<Result<T, any Error>>.Continuation.BufferingPolicy =
      .bufferingNewest(1),
    tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<Result<T, any Error>> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let observation = start(.all { $0 == $1 }, onMainActor: false, tracking) { result in
        continuation.yield(result)
      }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  private nonisolated func stream<T: Sendable>(
    _ policy: RepeatFilter<T>.Policy,
    _ bufferingPolicy: AsyncStream<T>.Continuation.BufferingPolicy,
    onMainActor: Bool,
    _ onError: ObservationErrorHandler?,
    _ tracking: @escaping @Sendable (Database) throws -> T
  ) -> AsyncStream<T> {
    AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
      let observation = start(policy, onMainActor: onMainActor, tracking) { result in
        switch result {
        case .success(let value): continuation.yield(value)
        case .failure(let error): (onError ?? Self.log)(error)
        }
      }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }
}

extension DatabaseActor {
  /// Starts one observation and delivers its admitted results, in order.
  nonisolated func start<T: Sendable>(
    _ policy: RepeatFilter<T>.Policy,
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
      if filter.admits(tracked) { deliver(tracked.result.mapError(Self.classify)) }
    }
    return Self.start(
      observation, in: pool, scheduling: Self.scheduler(onMainActor: onMainActor),
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
    _ observation: ValueObservation<Reducer>, in pool: any DatabaseWriter,
    scheduling scheduler: some ValueObservationScheduler,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Reducer.Value) -> Void
  ) -> AnyDatabaseCancellable {
    observation.start(in: pool, scheduling: scheduler, onError: onError, onChange: onChange)
  }

  private static func classify(_ error: any Error) -> any Error {
    error is DatabaseError ? StorageError(error, while: "observing") : error
  }

  private static func log(_ error: any Error) {
    Logger(label: "StorageKit").error(
      "An observation's fetch failed",
      metadata: [
        "error": "\(error)"
      ])
  }
}
