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

  /// `sha256:` and the hash of the bytes in hexadecimal.
  public var hash: String
  /// What is happening.
  public var state: State

  /// An upload by the hash of its bytes, as a test or a preview shows it.
  public init(hash: String, state: State) {
    self.hash = hash
    self.state = state
  }
}
