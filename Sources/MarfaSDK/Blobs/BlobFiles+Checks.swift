extension BlobFiles {
  /// Refuses what `take(file:)` would refuse before it reads anything.
  func check(file path: String, limit: Int64?) async throws {
    try await BlobThreads.run {
      let source = try SourceFile(path)
      try source.check(limit: limit)
      try checkRoom(for: source.size)
    }
  }

  /// Refuses to send a blob whose file is not here, or has another size.
  ///
  /// - Throws: `BlobFileError` with `.missing` or `.damaged`.
  func check(_ hash: String, size: Int64) async throws {
    try await BlobThreads.run {
      guard Int64(try open(hash).status().st_size) == size else { throw Self.damaged(hash) }
    }
  }
}
