import Foundation

/// The checksums of the pieces of uploads.
///
/// A server that compares the whole content so far gets the marks that passed when the file was
/// taken: nothing is hashed then. Another one gets a sum of each piece; the next one is made while
/// a piece is on its way.
package actor PieceSums {
  private struct Prepared {
    var range: Range<Int64>
    var sum: Task<String, any Error>
  }

  private let files: BlobFiles
  /// At most one for each blob.
  private var prepared: [String: Prepared] = [:]
  /// Whether the server said that it compares the content.
  private var comparesContent = false
  private var marks: [String: ContentMarks] = [:]
  /// Blobs whose marks did not fit.
  private var distrusted: Set<String> = []

  /// Sums of blobs among some files.
  package init(_ files: BlobFiles) { self.files = files }

  /// Learns from the header fields of an answer what the server compares.
  package func learn(from headers: [String: String]) {
    guard let offered = headers["tus-checksum-algorithm"] else { return }
    comparesContent = offered.split(separator: ",").contains("sha256-content")
  }

  /// The value of `Upload-Checksum` for a piece.
  ///
  /// - Parameters:
  ///   - upload: The blob.
  ///   - range: The piece.
  /// - Returns: The algorithm and the sum.
  /// - Throws: `BlobFileError`; `.missing` when the file is not here, `.damaged` when it has
  ///   another size.
  package func checksum(of upload: BlobUpload, in range: Range<Int64>) async throws -> String {
    // That the hash of the content is known does not mean that the file is still here.
    try await files.check(upload.hash, size: upload.size)
    if let sum = try await contentSum(of: upload, upTo: range.upperBound) {
      return "sha256-content " + sum
    }
    return "sha256 " + (try await sum(of: upload.hash, in: range))
  }

  /// The SHA-256 of the content up to a place in base 64; nil where it is not known, or of no use.
  private func contentSum(of upload: BlobUpload, upTo end: Int64) async throws -> String? {
    guard comparesContent, !distrusted.contains(upload.hash) else { return nil }
    if end == upload.size { return Self.base64(ofHash: upload.hash) }
    if let known = marks[upload.hash] { return known.sum(upTo: end) }
    let read = try await files.marks(of: upload.hash)
    marks[upload.hash] = read
    return read.sum(upTo: end)
  }

  private static func base64(ofHash hash: String) -> String {
    var bytes: [UInt8] = []
    var digits = hash.utf8.dropFirst("sha256:".utf8.count)[...]
    while digits.count > 1 {
      bytes.append(UInt8(String(decoding: digits.prefix(2), as: UTF8.self), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return Data(bytes).base64EncodedString()
  }

  /// The SHA-256 of a piece in base 64; at once when it was prepared.
  ///
  /// - Throws: `BlobFileError`; `.missing` when the file is not here, `.damaged` when it is
  ///   shorter.
  package func sum(of hash: String, in range: Range<Int64>) async throws -> String {
    if let former = prepared.removeValue(forKey: hash), former.range == range {
      return try await former.sum.value
    }
    return try await files.sum(of: hash, in: range)
  }

  /// Begins to make the sum of the piece that is probably next, where it needs one; what was
  /// prepared before is dropped.
  package func prepare(_ upload: BlobUpload, in range: Range<Int64>) async throws {
    guard try await contentSum(of: upload, upTo: range.upperBound) == nil else { return }
    prepared[upload.hash] = Prepared(
      range: range, sum: Task { [files] in try await files.sum(of: upload.hash, in: range) })
  }

  /// Forgets a blob that has arrived, with its marks.
  package func finish(_ hash: String) async {
    (prepared[hash], marks[hash]) = (nil, nil)
    await files.removeMarks(of: hash)
  }

  /// Sends sums of the pieces themselves from now on: something did not fit.
  package func distrust(_ hash: String) async {
    distrusted.insert(hash)
    await finish(hash)
  }
}
