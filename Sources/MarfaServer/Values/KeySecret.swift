import Crypto
import Foundation

/// The secret of an API key: `marfa_k1_` and 44 characters that carry 260 random bits.
///
/// Only its SHA-256 is kept. The secret is random and long, so that a slow hash would add nothing.
struct KeySecret: Sendable {
  static let prefix = "marfa_k1_"

  /// The text that is shown once.
  let text: String

  init(using randomness: inout some RandomNumberGenerator) {
    let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789-_".utf8)
    let letters = (0..<44).map { _ in alphabet.randomElement(using: &randomness) ?? 0x41 }
    text = Self.prefix + String(decoding: letters, as: UTF8.self)
  }

  /// Reads the secret of an `Authorization` header; nil when the header has no bearer.
  init?(authorization: String) {
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    let token = parts[1].drop { $0 == " " }
    guard !token.isEmpty, token.utf8.count <= 256 else { return nil }
    text = String(token)
  }

  /// What is kept: the SHA-256 in hexadecimal.
  var hash: String {
    Hexadecimal.string(of: SHA256.hash(data: Data(text.utf8)))
  }

  /// Whether two hashes are the same; the time does not depend on where they differ.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
