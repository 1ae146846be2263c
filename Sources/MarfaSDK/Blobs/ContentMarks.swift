import Foundation

/// The hashes of a file's beginnings, one after each 2 MiB, as they pass while the whole is hashed.
///
/// A server compares what has arrived with them, so that a file need not be read and hashed once
/// more to be sent. They are only a help: without them, or with wrong ones, each piece gets a sum
/// of its own.
struct ContentMarks: Sendable {
  /// Bytes between two marks: those of the largest piece that is sent.
  static let distance: Int64 = 2 << 20
  private static let size = 32

  /// The digests in order.
  private(set) var bytes: [UInt8]

  /// The marks that a file holds; none for a file that was not read yet.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Takes a mark where one is due.
  mutating func pass(_ hasher: BlobHasher) {
    if hasher.count % Self.distance == 0, hasher.count > 0 { bytes += hasher.digest }
  }

  /// Whether a file with this many bytes has all its marks, one for each 2 MiB.
  func isComplete(for count: Int64) -> Bool {
    Int64(bytes.count) == count / Self.distance * Int64(Self.size)
  }

  /// The SHA-256 of the first bytes in base 64; nil where no mark is.
  func sum(upTo count: Int64) -> String? {
    guard count > 0, count % Self.distance == 0 else { return nil }
    let end = Int(count / Self.distance) * Self.size
    guard end <= bytes.count else { return nil }
    return Data(bytes[(end - Self.size)..<end]).base64EncodedString()
  }
}

extension BlobFiles {
  private func marksPath(_ hash: String) -> String {
    root + "/marks/" + hash.dropFirst("sha256:".count)
  }

  /// Keeps the marks of a blob that is here; a disk that does not take them costs time later, no
  /// more.
  func keep(_ marks: ContentMarks, of taken: Taken) {
    guard !marks.bytes.isEmpty, marks.isComplete(for: taken.size) else { return }
    do {
      try makeFolder(root + "/marks")
      try Data(marks.bytes).write(to: URL(filePath: marksPath(taken.hash)), options: .atomic)
    } catch {
      // The pieces get sums of their own.
    }
  }

  /// The marks of a blob; none where they are not kept.
  func marks(of hash: String) async throws -> ContentMarks {
    _ = try path(of: hash)
    return try await BlobThreads.run {
      ContentMarks(FileManager.default.contents(atPath: marksPath(hash)).map(Array.init) ?? [])
    }
  }

  /// Removes the marks of a blob: it has been sent, or they are wrong.
  func removeMarks(of hash: String) async {
    // Those that stay are removed with what was abandoned.
    try? await BlobThreads.run {
      try FileManager.default.removeItem(atPath: marksPath(hash))
    }
  }
}
