/// Where ``BlobsNamespace`` sends its calls; the namespace documents each of them.
package protocol BlobsBackend: Sendable {
  /// Uploads bytes and returns their hash.
  func upload(
    data: [UInt8], mimeType: String, onProgress: BlobsNamespace.ProgressHandler?
  ) async throws -> String
  /// Uploads the bytes of a file and returns their hash.
  func upload(
    file path: String, mimeType: String, onProgress: BlobsNamespace.ProgressHandler?
  ) async throws -> String
  /// Reads the bytes of a blob.
  func get(_ hash: String) async throws -> [UInt8]
  /// Whether the server has a blob.
  func exists(_ hash: String) async throws -> Bool
  /// A URL of the blob that needs no credential.
  func url(_ hash: String) async throws -> String
}
