import GRDB

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
  /// Where a `for await` goes on is decided by its task, not by the stream. To handle the values on
  /// the main actor, iterate in a task of the main actor, or from any task with
  /// `forEachOnMainActor(_:)`:
  ///
  /// ```swift
  /// Task {
  ///   await users.observe(id: "u1").forEachOnMainActor { user in screen.show(user) }
  /// }
  /// ```
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
      let observation = ObservationBridge.start(
        .all { $0 == $1 }, in: pool, commits: commits, onMainActor: false, tracking
      ) { result in
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
    ObservationBridge.stream(
      policy, in: pool, commits: commits, onMainActor: onMainActor, bufferingPolicy, onError,
      tracking)
  }
}
