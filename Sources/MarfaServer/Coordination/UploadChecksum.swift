import Crypto
import Foundation
import NIOCore

/// The checksum that a tus request gives for its own bytes (tus 1.0.0, checksum).
package struct UploadChecksum: Sendable {
  /// The names for `Tus-Checksum-Algorithm`.
  package static let algorithms = "sha1,sha256,md5"

  private var running: any HashFunction
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
    default: throw .malformed(.checksum)
    }
    expected = sum
  }

  /// Reads the next bytes of the request.
  package mutating func update(_ bytes: ByteBuffer) {
    bytes.withUnsafeReadableBytes { running.update(bufferPointer: $0) }
  }

  /// Whether all bytes together have the sum.
  package var isMatched: Bool {
    func sum(_ function: some HashFunction) -> Data { Data(function.finalize()) }
    return sum(running) == expected
  }
}
