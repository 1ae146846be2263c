import Foundation

/// What caches and repositories share: lifetimes, quota, clock, namespace and coders.
///
/// ```swift
/// let config = StorageConfig(
///   defaultTTL: 3600, namespace: "books",
///   configureEncoder: { $0.outputFormatting = .sortedKeys })
/// let reviews = DiskCache<[String]>(db: db, config: config)
/// ```
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
  public var clock: any StorageClock
  /// The first part of every key.
  public var namespace: String

  /// Sets what is not to be as by default.
  ///
  /// Dates are written as seconds since 2001 with their fraction, so that a value read back equals
  /// the one that was written. They are read from that or from text in the form of ISO 8601, which
  /// version 1 of the library wrote. A hook may choose another strategy.
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
    clock: any StorageClock = SystemClock(),
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
      decoder.dateDecodingStrategy = .custom(Self.date)
      configureDecoder?(&decoder)
      return decoder
    }
  }

  /// Reads a date in the form of either version.
  private static func date(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) {
      // Text is no number: it is the other form, read below.
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    let text = try container.decode(String.self)
    guard let date = try? Date(text, strategy: .iso8601) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A date is a number or text in the form of ISO 8601.")
    }
    return date
  }
}
