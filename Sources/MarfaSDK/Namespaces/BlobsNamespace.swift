/// Uploads and reads blobs; needs a server.
///
/// ```swift
/// let hash = try await client.blobs.upload(data: [137, 80, 78, 71], mimeType: "image/png")
/// let bytes = try await client.blobs.get(hash)
/// show(bytes.count)
/// ```
public struct BlobsNamespace: Sendable {
  /// Receives the number of bytes of an upload that were sent, and the total.
  ///
  /// The number sent never falls within an attempt; a new attempt begins again at 0, or at what the
  /// server has of bytes that are sent piece by piece. It is called on no particular thread and
  /// must not block.
  public typealias ProgressHandler = @Sendable (_ sent: Int64, _ total: Int64) -> Void

  let backend: any BlobsBackend

  /// Uploads bytes; bytes that the server has already are stored once, and many are sent piece by
  /// piece where it takes them so (tus 1.0.0), from what it has after a break.
  ///
  /// - Parameters:
  ///   - data: The bytes, as `Data` or `[UInt8]`.
  ///   - mimeType: Their media type.
  ///   - onProgress: Receives the progress of the upload.
  /// - Returns: The blob's hash, `sha256:` and hexadecimal digits.
  /// - Throws: `LocalModeUnsupportedError` without a server; `APIError` with `blob_too_large`, or
  ///   another `MarfaError` that the server answers; `NetworkError`.
  @discardableResult
  public func upload(
    data: some Collection<UInt8> & Sendable, mimeType: String, onProgress: ProgressHandler? = nil
  ) async throws -> String {
    try await backend.upload(data: Array(data), mimeType: mimeType, onProgress: onProgress)
  }

  /// Uploads a file, which is read while it is sent and never as a whole into memory.
  ///
  /// - Parameters:
  ///   - path: The file. One that changes meanwhile fails, or is stored as it was read.
  ///   - mimeType: Its media type.
  ///   - onProgress: Receives the progress of the upload.
  /// - Returns: The blob's hash, `sha256:` and hexadecimal digits.
  /// - Throws: `LocalModeUnsupportedError` without a server; `BlobFileError` for what is not a file
  ///   that can be read; otherwise as for bytes.
  @discardableResult
  public func upload(
    file path: String, mimeType: String, onProgress: ProgressHandler? = nil
  ) async throws -> String {
    try await backend.upload(file: path, mimeType: mimeType, onProgress: onProgress)
  }

  /// Reads the bytes of a blob, all of them into memory.
  ///
  /// - Parameter hash: The blob's hash.
  /// - Returns: The bytes.
  /// - Throws: `LocalModeUnsupportedError` without a server; `NotFoundError`; `NetworkError`.
  public func get(_ hash: String) async throws -> [UInt8] {
    try await backend.get(hash)
  }

  /// Asks whether the server has a blob, without reading it.
  ///
  /// - Parameter hash: The blob's hash.
  /// - Returns: Whether it has.
  /// - Throws: `LocalModeUnsupportedError` without a server; `NetworkError`.
  public func exists(_ hash: String) async throws -> Bool {
    try await backend.exists(hash)
  }

  /// Gives a blob's URL, which needs no credential and works for an hour.
  ///
  /// - Parameter hash: The blob's hash.
  /// - Returns: The URL.
  /// - Throws: `LocalModeUnsupportedError` without a server; `ValidationError` from a server that
  ///   keeps its blobs as files.
  public func url(_ hash: String) async throws -> String {
    try await backend.url(hash)
  }
}
