import Crypto

/// The MD5 of bytes, by which Evernote names the files of a note; it protects nothing.
package struct MediaDigest {
  private var function = Insecure.MD5()

  package init() {}

  /// Takes the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { function.update(bufferPointer: $0) }
  }

  /// 32 hexadecimal digits.
  package var text: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: function.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self)
  }
}
