/// The form of a `#tag`; the module's page states the rule.
package enum TagGrammar {
  /// Whether a character may be in a tag.
  package static func isTagCharacter(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { kind(of: $0) != nil }
  }

  /// Whether a tag may begin after a character; at a line's start it may, too.
  package static func mayFollow(_ character: Character) -> Bool { character.isWhitespace }

  /// The end of the tag that begins with the `#` at an offset; nil when it begins none.
  ///
  /// What is before the `#` is not looked at.
  static func end(from hash: Int, upTo end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var position = hash + 1
    var last = position
    var hasLetter = false
    while position < end, let found = next(at: position, upTo: end, in: bytes) {
      if found.kind == .joint, position == hash + 1 { return nil }
      hasLetter = hasLetter || found.kind == .letter
      position += found.width
      if found.kind != .joint { last = position }
    }
    return hasLetter && !isColor(bytes[hash + 1..<last]) ? last : nil
  }

  /// Whether a word is a colour as style sheets have it, `ff0000` or `fff`: as long as one, with a
  /// digit or of one letter; `bed` is a word.
  private static func isColor(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard [3, 6, 8].contains(word.count), let first = word.first else { return false }
    let small = word.lazy.map { $0 | 0x20 }
    let isHex = word.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 0x20) }
    return isHex
      && (word.contains { $0 < 0x40 } || small.allSatisfy { $0 == first | 0x20 })
  }

  /// Whether white space ends right before an offset.
  static func isAfterSpace(
    _ offset: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard offset > start else { return false }
    var first = offset - 1
    if bytes[first] < 0x80 { return bytes[first] <= 32 }
    while first > start, offset - first < 4, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    return scalar(at: first, upTo: offset, in: bytes)?.properties.isWhitespace ?? false
  }

  // MARK: - Characters

  private enum Kind {
    case letter, other
    /// Only between others: `-` and `/`.
    case joint
  }

  private static func next(
    at offset: Int, upTo end: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (kind: Kind, width: Int)? {
    if bytes[offset] < 0x80 { return asciiKind(bytes[offset]).map { ($0, 1) } }
    guard let scalar = scalar(at: offset, upTo: end, in: bytes), let kind = kind(of: scalar) else {
      return nil
    }
    return (kind, UTF8.width(scalar))
  }

  private static func asciiKind(_ byte: UInt8) -> Kind? {
    switch byte {
    case 97...122, 65...90: .letter
    case 48...57, UInt8(ascii: "_"): .other
    case UInt8(ascii: "-"), UInt8(ascii: "/"): .joint
    default: nil
    }
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind? {
    if scalar.isASCII { return asciiKind(UInt8(scalar.value)) }
    let properties = scalar.properties
    if properties.isAlphabetic { return .letter }
    if properties.numericType != nil || properties.isEmoji || scalar.value == 0x200D {
      return .other
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return .other
    default: return nil
    }
  }

  private static func scalar(
    at offset: Int, upTo end: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes[offset..<end].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}
