import MarfaModel

/// What the key of a document may be.
enum DocumentKey {
  /// Names of routes, which no document has.
  private static let reserved: Set<String> = ["clients", "watch"]

  /// - Throws: `ValidationError` when the key is none.
  static func check(_ key: String) throws {
    guard (4...120).contains(key.utf8.count), key.utf8.allSatisfy(isKeyByte),
      !reserved.contains(key)
    else {
      throw StoreErrors.invalid(
        "key",
        "The key of a document has 4 to 120 characters of a-z, A-Z, 0-9, -, ., _ and ~, and is "
          + "neither clients nor watch.")
    }
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
  }
}
