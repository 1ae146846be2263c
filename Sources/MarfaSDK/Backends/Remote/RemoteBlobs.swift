import Foundation

/// Blobs over HTTP.
struct RemoteBlobs: BlobsBackend {
  private struct Stored: Decodable { var hash: String }
  private struct Address: Decodable { var url: String }

  let api: RemoteAPI

  /// Repeated like a request that reads: bytes are stored under their hash, so twice is once.
  ///
  /// Many bytes go piece by piece where the server takes them so.
  func upload(
    data: [UInt8], mimeType: String, onProgress: BlobsNamespace.ProgressHandler?
  ) async throws -> String {
    if try await resumes(Int64(data.count)) {
      return try await ResumedUpload(
        api: api, source: .bytes(data), mimeType: mimeType, onProgress: onProgress
      ).run()
    }
    let response = try await api.repeating(isReading: true) {
      try await api.transport.rawUpload(
        method: "POST", path: "/blobs", body: data, contentType: mimeType, query: [],
        onBytesSent: onProgress)
    }
    return try response.decoded(as: Stored.self).hash
  }

  /// Repeated as well; each time the file is read while it is sent.
  func upload(
    file path: String, mimeType: String, onProgress: BlobsNamespace.ProgressHandler?
  ) async throws -> String {
    let size = try await BlobThreads.run { try SourceFile(path).size }
    if try await resumes(size) {
      return try await ResumedUpload(
        api: api, source: .file(path), mimeType: mimeType, onProgress: onProgress
      ).run()
    }
    let upload = TransportUpload(
      "POST", "/blobs", headers: ["Content-Type": mimeType], body: .file(path: path, count: size))
    let response = try await api.repeating(isReading: true) {
      try await api.transport.upload(upload, onBytesSent: onProgress)
    }
    return try response.decoded(as: Stored.self).hash
  }

  /// Whether bytes go piece by piece: there are many, and the server takes them so.
  private func resumes(_ count: Int64) async throws -> Bool {
    guard count >= ResumedUpload.least else { return false }
    let answer = try await api.response(to: .init("GET", "/capabilities"))
    guard answer.status == 200 else { return false }
    // What cannot be read offers nothing.
    let members = (try? JSONParser.parse(answer.body)) ?? .null
    return ServerProfile(json: members).resumesUploads
  }

  func get(_ hash: String) async throws -> [UInt8] {
    let response = try await api.response(to: .init("GET", path(hash)))
    if let error = response.error() { throw error }
    return response.body
  }

  func exists(_ hash: String) async throws -> Bool {
    let response = try await api.response(to: .init("HEAD", path(hash)))
    guard response.status != 404 else { return false }
    if let error = response.error() { throw error }
    return true
  }

  func url(_ hash: String) async throws -> String {
    let query = [URLQueryItem(name: "ttl", value: "3600")]
    return try await api.send(
      .init("GET", path(hash) + "/url", query: query), as: Address.self
    ).url
  }

  private func path(_ hash: String) throws -> String {
    "/blobs/" + (try PercentEncoding.segment(hash))
  }
}
