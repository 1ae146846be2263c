// MARK: - Untrusted text

extension TextWidth {
  /// The text with controls, bidirectional overrides and escape sequences in a visible form.
  ///
  /// C0 controls become `^[`, all others `<202E>`; nothing in the result can act on a terminal or
  /// change the order of what is beside it.
  public static func visible(_ text: some StringProtocol) -> String {
    guard hasUnsafe(text) else { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += form(of: scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether `visible(_:)` would change the text; O(n), fast for plain text.
  public static func hasUnsafe(_ text: some StringProtocol) -> Bool {
    let mayBeUnsafe = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.contains(where: mayStartUnsafe)
    }
    guard mayBeUnsafe ?? true else { return false }
    return text.unicodeScalars.contains(where: isUnsafe)
  }

  /// Whether a byte is a control, or the first of a character that may be unsafe.
  @inline(__always) private static func mayStartUnsafe(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7f || byte == 0xc2 || byte == 0xd8 || byte == 0xe2 || byte == 0xef
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL, C1; Arabic letter mark; direction marks, separators, embeddings and overrides;
    // isolates; interlinear annotations.
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f,
      0xfff9...0xfffb:
      true
    default: false
    }
  }

  private static func form(of scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20 { return "^" + String(Unicode.Scalar(UInt8(scalar.value) + 0x40)) }
    if scalar.value == 0x7f { return "^?" }
    let code = String(scalar.value, radix: 16, uppercase: true)
    return "<" + String(repeating: "0", count: max(0, 4 - code.count)) + code + ">"
  }
}
