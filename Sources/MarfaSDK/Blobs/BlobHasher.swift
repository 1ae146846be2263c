import Crypto
import Foundation

/// Makes the address of a blob from its bytes, piece by piece.
struct BlobHasher {
  /// How many bytes are in the hash.
  private(set) var count: Int64 = 0
  private var function = SHA256()

  /// Takes the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    function.update(bufferPointer: bytes)
    count += Int64(bytes.count)
  }

  /// The hash of what it has read so far: 32 bytes.
  var digest: [UInt8] { Array(function.finalize()) }

  /// The hash as it is sent to a server that compares bytes with it.
  var base64: String { Data(function.finalize()).base64EncodedString() }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  var hash: String { "sha256:" + Self.hexadecimal(function.finalize()) }

  /// The digits of some bytes, two for each.
  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
