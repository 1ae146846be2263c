import Foundation

extension StorageKit {
  /// The options of ``StorageKit/start(_:migrationsBuilder:)``.
  public struct Options: Sendable {
    /// The name of the file in the default location.
    public var fileName: String
    /// The first part of every cache key.
    public var namespace: String
    /// Seconds a cached entry lives by default; zero or less never expires.
    public var defaultTTL: TimeInterval
    /// The most bytes of encoded values that the disk cache keeps.
    public var diskQuotaBytes: Int
    /// How the connections are set up.
    public var pool: PoolOptions
    /// The source of the present moment.
    public var clock: any StorageClock

    /// Takes each part as it is.
    ///
    /// - Parameters:
    ///   - fileName: The name of the file in the default location.
    ///   - namespace: The first part of every cache key.
    ///   - defaultTTL: Seconds a cached entry lives by default; zero or less never expires.
    ///   - diskQuotaBytes: The most bytes the disk cache keeps, at least 1.
    ///   - pool: How the connections are set up.
    ///   - clock: The source of the present moment.
    public init(
      fileName: String = "app.sqlite",
      namespace: String = "app",
      defaultTTL: TimeInterval = 300,
      diskQuotaBytes: Int = 30 * 1024 * 1024,
      pool: PoolOptions = PoolOptions(),
      clock: any StorageClock = SystemClock()
    ) {
      self.fileName = fileName
      self.namespace = namespace
      self.defaultTTL = defaultTTL
      self.diskQuotaBytes = diskQuotaBytes
      self.pool = pool
      self.clock = clock
    }

    var config: StorageConfig {
      StorageConfig(
        defaultTTL: defaultTTL, diskQuotaBytes: diskQuotaBytes, clock: clock,
        namespace: namespace)
    }
  }
}
