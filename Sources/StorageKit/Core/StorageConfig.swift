import Foundation

/// What caches and repositories share: lifetimes, quota, clock, namespace and coders.
public struct StorageConfig: Sendable {
  /// Seconds an entry lives when its write names no lifetime; zero or less never expires.
  public var defaultTTL: TimeInterval
  /// The most bytes of encoded values that the disk cache keeps.
  public var diskQuotaBytes: Int
  /// Makes a fresh encoder for each use, so that no coder is shared between tasks.
  public var makeEncoder: @Sendable () -> JSONEncoder
  /// Makes a fresh decoder for each use, so that no coder is shared between tasks.
  public var makeDecoder: @Sendable () -> JSONDecoder
  /// The source of the present moment.
  public var clock: any Clock
  /// The first part of every key.
  public var namespace: String

  /// Creates a configuration.
  ///
  /// Dates are coded as seconds since 2001 with their fraction, so that a value read back equals
  /// the one that was written; a hook may choose another strategy.
  ///
  /// - Parameters:
  ///   - defaultTTL: Seconds an entry lives by default; zero or less never expires.
  ///   - diskQuotaBytes: The most bytes the disk cache keeps, at least 1.
  ///   - clock: The source of the present moment.
  ///   - namespace: The first part of every key.
  ///   - configureEncoder: Adjusts each encoder that is made.
  ///   - configureDecoder: Adjusts each decoder that is made.
  public init(
    defaultTTL: TimeInterval = 300,
    diskQuotaBytes: Int = 20 * 1024 * 1024,
    clock: any Clock = SystemClock(),
    namespace: String = "storage",
    configureEncoder: (@Sendable (inout JSONEncoder) -> Void)? = nil,
    configureDecoder: (@Sendable (inout JSONDecoder) -> Void)? = nil
  ) {
    precondition(diskQuotaBytes > 0, "A disk quota is at least one byte.")
    self.defaultTTL = defaultTTL
    self.diskQuotaBytes = diskQuotaBytes
    self.clock = clock
    self.namespace = namespace
    makeEncoder = {
      var encoder = JSONEncoder()
      configureEncoder?(&encoder)
      return encoder
    }
    makeDecoder = {
      var decoder = JSONDecoder()
      configureDecoder?(&decoder)
      return decoder
    }
  }
}
