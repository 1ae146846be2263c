import MarfaModel

/// What is known of blobs; their bytes are elsewhere.
public protocol BlobIndex: Sendable {
  /// Notes a blob whose bytes are durable already.
  ///
  /// - Returns: The blob as it is known: the first to note a hash says its media type.
  func putBlob(_ blob: StoredBlob) async throws -> StoredBlob
  /// The blob of a hash; nil when it is unknown.
  func blob(hash: String) async throws -> StoredBlob?
  /// Blobs in the order of their hashes, after one; for reconciling with the files.
  func blobs(after hash: String?, limit: Int) async throws -> [StoredBlob]
  /// Blobs that no item refers to and that were noted before a moment.
  func unreferencedBlobs(before horizon: Timestamp, limit: Int) async throws -> [StoredBlob]
  /// Forgets a blob, unless an item refers to it by now.
  ///
  /// - Returns: Whether it was forgotten, so that its bytes may go.
  func deleteUnreferencedBlob(hash: String) async throws -> Bool
}

/// What is known of one blob.
public struct StoredBlob: Hashable, Sendable {
  /// `sha256:` and the hash of the bytes in hexadecimal.
  public var hash: String
  /// The media type.
  public var mimeType: String
  /// How many bytes.
  public var size: Int64
  /// When it was noted.
  public var createdAt: Timestamp

  /// Takes each part as it is.
  public init(hash: String, mimeType: String, size: Int64, createdAt: Timestamp) {
    self.hash = hash
    self.mimeType = mimeType
    self.size = size
    self.createdAt = createdAt
  }
}
