/// A request that writes.
///
/// One mutation serves many sets of arguments; its state keeps a history of them.
///
/// ```swift
/// struct CreatePost: MutationRequest, Hashable {
///   func mutate(
///     isolation: isolated (any Actor)?,
///     with arguments: Post.CreateArguments,
///     in context: OperationContext,
///     with continuation: OperationContinuation<Post, any Error>
///   ) async throws -> Post {
///     try await context.postService.create(arguments)
///   }
/// }
/// ```
public protocol MutationRequest<Arguments, Value, Failure>: StatefulOperationRequest
where State == MutationState<Arguments, Value, Failure> {
  // Repeated so that a conforming type need not name them: they are inferred from `mutate`.
  /// What a run returns.
  associatedtype Value
  /// What a run throws.
  associatedtype Failure

  /// What one run is given.
  associatedtype Arguments: Sendable

  /// Writes once.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the synchronous parts run.
  ///   - arguments: What to write.
  ///   - context: The values of this run.
  ///   - continuation: Takes values and errors that come before the end.
  /// - Returns: The value.
  /// - Throws: The failure of this run.
  func mutate(
    isolation: isolated (any Actor)?,
    with arguments: Arguments,
    in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value
}

extension MutationRequest {
  /// A state without a value.
  public var initialState: State { MutationState() }

  /// Writes with the arguments of the context.
  ///
  /// Stores do not get here without arguments. A runner does if its plain `run` is used on a
  /// mutation; it then throws the issue.
  ///
  /// - Precondition: The context holds arguments of this mutation's type, or the failure type can
  ///   hold an ``OperationIssue``.
  public func run(
    isolation: isolated (any Actor)?,
    in context: OperationContext,
    with continuation: OperationContinuation<Value, Failure>
  ) async throws(Failure) -> Value {
    guard let arguments = context.mutationArguments as? Arguments else {
      let issue = OperationIssue(.missingArguments, debugTypeName)
      if let failure = issue as? Failure { throw failure }
      preconditionFailure("A mutation is run with arguments: use mutate(with:).")
    }
    return try await mutate(isolation: isolation, with: arguments, in: context, with: continuation)
  }
}

extension OperationRunner where Operation: MutationRequest {
  /// Runs the mutation once.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation.
  ///   - arguments: What to write.
  ///   - continuation: Takes what comes before the end.
  /// - Returns: The value.
  /// - Throws: The failure of the run.
  public func mutate(
    isolation: isolated (any Actor)? = #isolation,
    with arguments: Operation.Arguments,
    continuation: OperationContinuation<Operation.Value, Operation.Failure> = .ignored
  ) async throws(Operation.Failure) -> Operation.Value {
    var runner = self
    runner.context.mutationArguments = arguments
    return try await runner.run(isolation: isolation, with: continuation)
  }
}

extension OperationContext {
  /// The arguments of the current run of a mutation.
  var mutationArguments: (any Sendable)? {
    get { self[MutationArgumentsKey.self] }
    set { self[MutationArgumentsKey.self] = newValue }
  }

  /// The most entries that a mutation's history holds; unlimited by default.
  public internal(set) var mutationMaxHistory: Int {
    get { self[MutationMaxHistoryKey.self] }
    set { self[MutationMaxHistoryKey.self] = newValue }
  }

  private enum MutationArgumentsKey: Key {
    static let defaultValue: (any Sendable)? = nil
  }

  private enum MutationMaxHistoryKey: Key {
    static let defaultValue = Int.max
  }
}
