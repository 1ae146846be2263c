import MarfaModel

/// What a process remembers of uploads to save work; nothing is wrong when it forgets.
actor UploadMemory {
  /// An upload that became a blob.
  struct Finished: Sendable {
    let credentialID: String
    let length: Int64
    let hash: String
  }

  private static let capacity = 1_024

  private var hashers: [String: ContentHasher] = [:]
  private var finished: [String: Finished] = [:]
  private var order: [String] = []

  /// Remembers how far the content was hashed, so that the next request need not read it again.
  func keep(_ hasher: ContentHasher, of id: String) {
    if hashers.count >= Self.capacity, let other = hashers.keys.first { hashers[other] = nil }
    hashers[id] = hasher
  }

  /// The hasher of an upload, or one that has read nothing.
  func hasher(of id: String) -> ContentHasher {
    hashers[id] ?? ContentHasher()
  }

  /// Remembers that an upload became a blob, for a client that lost the last answer.
  func finish(_ id: String, _ upload: Finished) {
    hashers[id] = nil
    finished[id] = upload
    order.append(id)
    if order.count > Self.capacity { finished[order.removeFirst()] = nil }
  }

  /// The blob that an upload became, if it is remembered.
  func finished(_ id: String) -> Finished? { finished[id] }

  /// Forgets an upload.
  func forget(_ id: String) {
    hashers[id] = nil
  }
}
