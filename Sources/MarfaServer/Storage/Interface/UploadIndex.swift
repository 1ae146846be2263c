import MarfaModel

/// Resumable uploads that are under way or done, until their time is over (tus 1.0.0).
///
/// - Throws: Each method: `StoreFailure`, and the errors that are named at it.
public protocol UploadIndex: Sendable {
  /// Notes a new upload.
  func createUpload(_ upload: StoredUpload) async throws
  /// The upload of an id; nil when it is unknown.
  func upload(id: String) async throws -> StoredUpload?
  /// How many uploads of a credential are under way, counted up to a limit.
  func openUploads(of credentialId: String, upTo limit: Int) async throws -> Int
  /// Notes how far the durable bytes go, and until when the upload is kept.
  ///
  /// - Throws: `APIError` with `conflict` when the offset is not `old` any more; `NotFoundError`
  ///   with `not_found`.
  func advanceUpload(
    id: String, from old: Int64, to new: Int64, expiresAt: Timestamp
  ) async throws
  /// Ends an upload by making it a blob, at once; its hash is reported until the upload expires.
  ///
  /// - Throws: `NotFoundError` with `not_found`; nothing is noted then.
  func finishUpload(id: String, as blob: StoredBlob) async throws -> StoredBlob
  /// Forgets an upload; an unknown one is ignored.
  func deleteUpload(id: String) async throws
  /// Uploads whose time is over, oldest first; at most `limit`.
  func expiredUploads(at now: Timestamp, limit: Int) async throws -> [StoredUpload]
}

/// A resumable upload.
public struct StoredUpload: Hashable, Sendable, Identifiable {
  /// The upload's id, the last part of its URL.
  public var id: String
  /// The credential that started it; nobody else may go on.
  public var credentialId: String
  /// How many bytes there will be.
  public var length: Int64
  /// How many are durable.
  public var offset: Int64
  /// `Upload-Metadata`, decoded.
  public var metadata: [String: String]
  /// When it was started.
  public var createdAt: Timestamp
  /// Until when it is kept.
  public var expiresAt: Timestamp
  /// The blob that it became; nil while it is under way.
  public var hash: String?

  /// Takes each part as it is.
  public init(
    id: String, credentialId: String, length: Int64, offset: Int64 = 0,
    metadata: [String: String] = [:], createdAt: Timestamp, expiresAt: Timestamp,
    hash: String? = nil
  ) {
    self.id = id
    self.credentialId = credentialId
    self.length = length
    self.offset = offset
    self.metadata = metadata
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.hash = hash
  }
}
