import MarfaModel

/// The body of `POST /blobs/known`.
struct KnownBlobsBody: Decodable {
  /// How many hashes a request may name.
  static let maximumCount = 1_000

  var hashes: [String]

  /// - Throws: `ValidationError` when there are too many, or one is no hash.
  func checked() throws -> [String] {
    guard (1...Self.maximumCount).contains(hashes.count) else {
      throw ValidationError(
        message: "A request names 1 to \(Self.maximumCount) hashes.",
        details: ["field": "hashes", "limit": .integer(Int64(Self.maximumCount))])
    }
    for (index, hash) in hashes.enumerated() where !ItemRules.isBlobReference(hash) {
      throw ValidationError(
        message: "A hash is sha256: and 64 hexadecimal digits.",
        details: ["field": .string("hashes[\(index)]")])
    }
    return hashes
  }
}
