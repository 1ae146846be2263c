/// How a client works.
public struct ClientConfiguration: Sendable {
  /// The clock, the ids and the names that the store works by.
  public var environment: StoreEnvironment

  /// Creates a configuration.
  public init(environment: StoreEnvironment = StoreEnvironment()) {
    self.environment = environment
  }
}
