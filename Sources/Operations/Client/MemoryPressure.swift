/// Levels of memory pressure.
public struct MemoryPressure: OptionSet, Hashable, Sendable {
  /// One bit a level.
  public let rawValue: Int

  /// Takes one bit a level; unknown bits mean no level.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// There is enough memory.
  public static let normal = Self(rawValue: 1)
  /// Memory becomes scarce.
  public static let warning = Self(rawValue: 2)
  /// Memory is nearly used up.
  public static let critical = Self(rawValue: 4)
}

/// What knows the memory pressure; the module has none that looks for itself.
///
/// ```swift
/// struct WatchedMemory: MemoryPressureSource {
///   let levels: AsyncStream<MemoryPressure>
///
///   func subscribe(
///     with handler: @escaping @Sendable (MemoryPressure) -> Void
///   ) -> OperationSubscription {
///     let reading = Task { for await level in levels { handler(level) } }
///     return OperationSubscription { reading.cancel() }
///   }
/// }
/// ```
public protocol MemoryPressureSource: Sendable {
  /// Calls a closure with each level that is reached.
  ///
  /// - Parameter handler: Called on any thread.
  /// - Returns: The subscription.
  func subscribe(
    with handler: @escaping @Sendable (MemoryPressure) -> Void
  ) -> OperationSubscription
}

extension OperationContext {
  /// The levels at which a client may drop the store; warning and critical by default.
  public internal(set) var evictableMemoryPressure: MemoryPressure {
    get { self[EvictableMemoryPressureKey.self] }
    set { self[EvictableMemoryPressureKey.self] = newValue }
  }

  private enum EvictableMemoryPressureKey: Key {
    static let defaultValue: MemoryPressure = [.warning, .critical]
  }
}
