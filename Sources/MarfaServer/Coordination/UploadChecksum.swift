import Crypto
import Foundation
import NIOCore

/// The checksum that a tus request gives (tus 1.0.0, checksum).
///
/// It is one of the request's own bytes or, as `sha256-content`, of the whole content up to the
/// request's end: the server hashes that in any case, and each byte once then.
package struct UploadChecksum: Sendable {
  /// The names for `Tus-Checksum-Algorithm`.
  package static let algorithms = "sha1,sha256,md5,sha256-content"

  /// The sum of the request's bytes so far; nil where it is of the content.
  private var running: (any HashFunction)?
  private let expected: Data

  /// Reads an `Upload-Checksum` header: the algorithm's name and the sum in Base64.
  ///
  /// - Throws: `UploadRefusal.malformed` for an algorithm that is not offered and for a sum that
  ///   is not Base64.
  package init(header: String) throws(UploadRefusal) {
    let words = header.split(separator: " ")
    guard words.count == 2, let sum = Data(base64Encoded: String(words[1])) else {
      throw .malformed(.checksum)
    }
    switch words[0].lowercased() {
    case "sha1": running = Insecure.SHA1()
    case "sha256": running = SHA256()
    case "md5": running = Insecure.MD5()
    case "sha256-content": running = nil
    default: throw .malformed(.checksum)
    }
    expected = sum
  }

  /// Whether it is of the whole content up to the request's end.
  package var isOfContent: Bool { running == nil }

  /// Reads the next bytes of the request.
  package mutating func update(_ bytes: ByteBuffer) {
    guard running != nil else { return }
    bytes.withUnsafeReadableBytes { running?.update(bufferPointer: $0) }
  }

  /// Whether all bytes of the request together have the sum.
  package var isMatched: Bool {
    func sum(_ function: some HashFunction) -> Data { Data(function.finalize()) }
    return running.map { sum($0) } == expected
  }

  /// Whether the sum is that of content whose SHA-256 has these hexadecimal digits.
  package func isMatched(content digits: String) -> Bool {
    isOfContent && Hexadecimal.string(of: expected) == digits
  }
}
