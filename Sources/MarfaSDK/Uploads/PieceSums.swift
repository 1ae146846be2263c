/// The checksums of the pieces of uploads; the next one is made while a piece is on its way.
package actor PieceSums {
  private struct Prepared {
    var range: Range<Int64>
    var sum: Task<String, any Error>
  }

  private let files: BlobFiles
  /// At most one for each blob.
  private var prepared: [String: Prepared] = [:]

  /// Sums of blobs among some files.
  package init(_ files: BlobFiles) { self.files = files }

  /// The SHA-256 of a piece in base 64; at once when it was prepared.
  ///
  /// - Throws: `BlobFileError`; `.missing` when the file is not here, `.damaged` when it is shorter.
  package func sum(of hash: String, in range: Range<Int64>) async throws -> String {
    if let former = prepared.removeValue(forKey: hash), former.range == range {
      return try await former.sum.value
    }
    return try await files.sum(of: hash, in: range)
  }

  /// Begins to make the sum of the piece that is probably next; what was prepared before is dropped.
  package func prepare(_ hash: String, in range: Range<Int64>) {
    prepared[hash] = Prepared(
      range: range, sum: Task { [files] in try await files.sum(of: hash, in: range) })
  }
}
