/// Where ``AttachmentsNamespace`` gets the bytes of blobs that are not on this machine.
package protocol BlobSource: Sendable {
  /// Brings a blob here, or to the file that it is for.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - failure: Why it cannot be read here.
  ///   - file: A new file that is going to have the bytes; nil when they are only wanted here.
  ///   - onProgress: Called with the bytes that have come, and their total.
  /// - Returns: Whether the bytes went to the file that they are for, and are not here.
  /// - Throws: The failure, where the blob cannot come from anywhere; what the server answers.
  @discardableResult
  func fetch(
    _ hash: String, or failure: BlobFileError, for file: String?,
    onProgress: BlobFiles.ProgressHandler?
  ) async throws -> Bool
  /// How large a blob is that is not here, in bytes; nil where that cannot be known.
  ///
  /// - Throws: What the way to the server throws.
  func size(of hash: String) async throws -> Int64?
}

/// A store without a server: what is not here is nowhere.
struct NoBlobSource: BlobSource {
  func fetch(
    _ hash: String, or failure: BlobFileError, for file: String?,
    onProgress: BlobFiles.ProgressHandler?
  ) async throws -> Bool { throw failure }

  func size(of hash: String) async throws -> Int64? { nil }
}

/// The server of a store, whose bytes are compared with their hash as they come.
struct ServerBlobs: BlobSource {
  let store: LocalStore
  let downloader: BlobDownloader

  func fetch(
    _ hash: String, or failure: BlobFileError, for file: String?,
    onProgress: BlobFiles.ProgressHandler?
  ) async throws -> Bool {
    // Only what the server has, too, may be replaced.
    guard try await store.isOnServer(hash) else { throw failure }
    do {
      return try await downloader.fetch(hash, for: file, onProgress: onProgress)
    } catch let error as NotFoundError {
      try await store.serverLacks(hash)
      throw error
    }
  }
  func size(of hash: String) async throws -> Int64? { try await downloader.size(of: hash) }
}
