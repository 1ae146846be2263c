import Foundation

/// How far the upload of one blob is.
public struct BlobUploadProgress: Hashable, Sendable {
  /// What is happening.
  public enum State: Hashable, Sendable {
    /// It waits for its turn.
    case pending
    /// Bytes are being sent; `sent` never falls within an attempt.
    case uploading(sent: Int64, total: Int64)
    /// The server has it; the entry goes away.
    case completed
    /// It failed; the entry stays until a retry.
    case failed
  }

  /// What is happening, in more words than ``State`` has.
  public enum Phase: Hashable, Sendable {
    /// Its bytes are read to find its hash.
    case hashing
    /// It waits for its turn.
    case queued
    /// It waits for its next attempt; the words say why.
    case waiting(String)
    /// Bytes are being sent.
    case uploading
    /// All bytes were sent, and the server compares them with the hash.
    case verifying
    /// The server had it: no bytes were sent.
    case alreadyOnServer
    /// The server has it.
    case completed
    /// A person stopped it for now.
    case paused
    /// It cannot be sent; the words say why.
    case failed(String)
    /// Nobody wants it sent any more.
    case cancelled

    /// Whether nothing of it is left to be shown.
    public var isOver: Bool {
      switch self {
      case .completed, .alreadyOnServer, .cancelled: true
      default: false
      }
    }
  }

  /// `sha256:` and the hash of the bytes in hexadecimal; in the phase ``Phase/hashing`` a name of
  /// its own.
  public var hash: String
  /// What is happening.
  public var state: State
  /// What is happening, in more words.
  public var phase: Phase
  /// What a person calls the file; nil where it is not known.
  public var name: String?
  /// Bytes that the server has acknowledged; in the phase ``Phase/hashing`` those that were read.
  public var acknowledged: Int64 = 0
  /// Bytes in all; 0 where that is not known.
  public var total: Int64 = 0
  /// When it is tried again; nil unless it waits for that in this process.
  public var nextAttemptAt: Date?
  /// Its place in the order in which uploads begin, from 0.
  public var place = 0

  /// An upload by the hash of its bytes, as a test or a preview shows it.
  public init(hash: String, state: State) {
    self.hash = hash
    self.state = state
    phase =
      switch state {
      case .pending: .queued
      case .uploading: .uploading
      case .completed: .completed
      case .failed: .failed("")
      }
  }
}
