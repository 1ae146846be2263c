import MarfaModel
import Synchronization

/// What all processes that serve one space must agree on, besides what their store holds.
///
/// One process agrees with itself. Several take these from what they share: a table of locks, a
/// counter service.
public struct Coordination: Sendable {
  /// Counts requests of all processes.
  public var rateLimits: any RateLimiting
  /// Gives an upload to one request at a time.
  public var uploads: any UploadLocking
  /// Keeps the removal of blobs apart from their arrival.
  public var blobs: any BlobArbitration
  /// Gives a delivery to one process at a time.
  public var deliveries: any DeliveryClaiming

  /// What processes agree by.
  public init(
    rateLimits: any RateLimiting, uploads: any UploadLocking, blobs: any BlobArbitration,
    deliveries: any DeliveryClaiming
  ) {
    self.rateLimits = rateLimits
    self.uploads = uploads
    self.blobs = blobs
    self.deliveries = deliveries
  }

  /// What one process needs.
  public static func oneProcess(_ settings: ServerSettings) -> Coordination {
    Coordination(
      rateLimits: LocalRateLimits(settings.rateLimits), uploads: UploadLocks(), blobs: BlobGate(),
      deliveries: DeliveryClaims())
  }
}

/// Counts requests against their limits.
public protocol RateLimiting: Sendable {
  /// Counts a request, and says whether it may go on.
  func take(_ subject: RateLimiter.Subject, now: Timestamp) async -> RateLimiter.Decision
}

/// Gives an upload to one request at a time.
public protocol UploadLocking: Sendable {
  /// Runs a function while nobody else has the upload, in any process.
  ///
  /// - Parameters:
  ///   - id: The upload.
  ///   - purpose: What for.
  ///   - body: What is done.
  /// - Returns: What the body gave.
  /// - Throws: `UploadRefusal.locked` when both it and another are adding; what the body threw.
  func holding<Value: Sendable>(
    _ id: String, for purpose: UploadLocks.Purpose, _ body: () async throws -> Value
  ) async throws -> Value
}

/// Keeps the removal of blobs apart from their arrival, in any process.
public protocol BlobArbitration: Sendable {
  /// Runs a function when its turn has come: arrivals together, a removal alone.
  ///
  /// - Parameters:
  ///   - purpose: What it does.
  ///   - body: What is done.
  /// - Returns: What the body gave.
  /// - Throws: What the body threw.
  func pass<Value: Sendable>(
    _ purpose: BlobGate.Purpose, _ body: () async throws -> Value
  ) async throws -> Value
}

extension UploadLocks: UploadLocking {}

extension BlobGate: BlobArbitration {}

/// The limits of one process: a dictionary behind a lock.
final class LocalRateLimits: RateLimiting {
  private let limiter: Mutex<RateLimiter>

  init(_ settings: RateLimitSettings) {
    limiter = Mutex(RateLimiter(settings))
  }

  func take(_ subject: RateLimiter.Subject, now: Timestamp) -> RateLimiter.Decision {
    limiter.withLock { $0.take(subject, now: now) }
  }
}
