import MarfaModel

/// What a process remembers of uploads to save work; nothing is wrong when it forgets.
actor UploadMemory {
  private static let capacity = 1_024

  private var hashers: [String: ContentHasher] = [:]

  /// Remembers how far the content was hashed, so that the next request need not read it again.
  func keep(_ hasher: ContentHasher, of id: String) {
    if hashers.count >= Self.capacity, let other = hashers.keys.first { hashers[other] = nil }
    hashers[id] = hasher
  }

  /// The hasher of an upload, or one that has read nothing.
  func hasher(of id: String) -> ContentHasher {
    hashers[id] ?? ContentHasher()
  }

  /// Forgets an upload.
  func forget(_ id: String) {
    hashers[id] = nil
  }
}
