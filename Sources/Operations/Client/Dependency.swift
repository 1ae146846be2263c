/// What code may depend on without being handed it.
///
/// ```swift
/// let post = try await withDependencies {
///   $0.defaultOperationClient = OperationClient(defaultContext: context)
/// } operation: {
///   try await OperationClient.default.store(for: PostQuery(id: 1)).fetch()
/// }
/// ```
///
/// It has one value. The names are those of the documentation, so that its samples read here as
/// they do there.
public struct DependencyValues: Sendable {
  /// The client that was set; nil for the process's.
  private var client: OperationClient?

  /// The client of everything that is given none; see ``OperationClient/default``.
  public var defaultOperationClient: OperationClient {
    get { client ?? ProcessClient.value }
    set { client = newValue }
  }

  /// The values of the current task.
  static var current: Self { Self(client: OperationClient.current) }

  /// The values, with those of another where nothing was set.
  func completed(by other: Self) -> Self { Self(client: client ?? other.client) }

  fileprivate var overriddenClient: OperationClient? { client }
}

/// A value that the surroundings give, as a property.
///
/// ```swift
/// struct FeedReader {
///   @Dependency(\.defaultOperationClient) var client
///
///   func refresh() { client.invalidate(matching: ["feed"]) }
/// }
/// ```
///
/// It is looked up at each use: what `withDependencies(_:operation:)` sets around the use
/// counts, then what was set where the property was made, then the process's value.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  private let initial = DependencyValues.current

  /// Names the value.
  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
  }

  /// The value now.
  public var wrappedValue: Value {
    DependencyValues.current.completed(by: initial)[keyPath: keyPath]
  }
}

/// Does work with other dependencies, as a test does.
///
/// ```swift
/// withDependencies {
///   $0.defaultOperationClient = OperationClient()
/// } operation: {
///   showFeed()  // whatever is given no client uses the new one
/// }
/// ```
///
/// - Parameters:
///   - update: Changes the values of the current task.
///   - operation: The work; tasks that it makes have the values, too.
/// - Returns: What the work returns.
/// - Throws: What the closures throw.
public func withDependencies<Output>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Output
) rethrows -> Output {
  var values = DependencyValues.current
  try update(&values)
  return try OperationClient.$current.withValue(
    values.overriddenClient, operation: operation)
}

/// Does asynchronous work with other dependencies, as a test does.
///
/// - Parameters:
///   - isolation: The caller's isolation.
///   - update: Changes the values of the current task.
///   - operation: The work; tasks that it makes have the values, too.
/// - Returns: What the work returns.
/// - Throws: What the closures throw.
public func withDependencies<Output>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) throws -> Void, operation: () async throws -> Output
) async rethrows -> Output {
  var values = DependencyValues.current
  try update(&values)
  return try await OperationClient.$current.withValue(
    values.overriddenClient, operation: operation, isolation: isolation)
}

/// Sets dependencies for the whole process, once, before anything uses them.
///
/// Models and stores that exist already keep the client that they have.
public func prepareDependencies(_ update: (inout DependencyValues) -> Void) {
  var values = DependencyValues.current
  update(&values)
  if let client = values.overriddenClient { ProcessClient.replace(by: client) }
}
