import MarfaModel

/// What is known of blobs; their bytes are elsewhere.
///
/// - Throws: Each method: `StoreFailure`, and the errors that are named at it.
public protocol BlobIndex: Sendable {
  /// Notes a blob whose bytes are durable already.
  ///
  /// - Returns: The blob as it is known: the first to note a hash says its media type.
  func putBlob(_ blob: StoredBlob) async throws -> StoredBlob
  /// The blob of a hash; nil when it is unknown.
  func blob(hash: String) async throws -> StoredBlob?
  /// What a credential brought of the blobs that are there.
  func blobShare(of credentialId: String) async throws -> BlobShare
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
  /// The credential that was the first to bring it; nil of one that nobody brought, as from an
  /// archive.
  public var credentialId: String?

  /// Takes each part as it is.
  public init(
    hash: String, mimeType: String, size: Int64, createdAt: Timestamp, credentialId: String? = nil
  ) {
    self.hash = hash
    self.credentialId = credentialId
    self.mimeType = mimeType
    self.size = size
    self.createdAt = createdAt
  }
}

/// Blobs of one credential, counted together.
public struct BlobShare: Hashable, Sendable {
  /// How many.
  public var count: Int
  /// How many bytes they have together.
  public var bytes: Int64

  /// Takes each part as it is.
  public init(count: Int, bytes: Int64) {
    self.count = count
    self.bytes = bytes
  }

  /// What a key may bring unless settings say otherwise: 100,000 blobs and 100 GiB.
  public static let standard = BlobShare(count: 100_000, bytes: 100 << 30)
}
