// MARK: - Untrusted text

extension TextWidth {
  /// The text with controls, bidirectional overrides and escape sequences in a visible form.
  ///
  /// C0 controls become `^[`, all others `<202E>`, tag characters too, which are text that nobody
  /// sees, but for those of a flag; nothing in the result can act on a terminal or change the order
  /// of what is next to it.
  @specialized(where Text == String)
  public static func visible<Text: StringProtocol>(_ text: Text) -> String {
    guard hasUnsafe(text) else { return String(text) }
    var result = ""
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let safe = endOfSafe(scalars, from: index)
      result.unicodeScalars.append(contentsOf: scalars[index..<safe])
      guard safe < scalars.endIndex else { break }
      result += form(of: scalars[safe])
      index = scalars.index(after: safe)
    }
    return result
  }

  /// Whether `visible(_:)` would change the text; O(n), fast for plain text.
  @specialized(where Text == String)
  public static func hasUnsafe<Text: StringProtocol>(_ text: Text) -> Bool {
    let mayBeUnsafe = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.contains(where: mayStartUnsafe)
    }
    guard mayBeUnsafe ?? true else { return false }
    let scalars = text.unicodeScalars
    return endOfSafe(scalars, from: scalars.startIndex) < scalars.endIndex
  }

  /// Whether a byte is a control, or the first of a character that may be unsafe.
  @inline(__always) private static func mayStartUnsafe(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7f || byte == 0xc2 || byte == 0xd8 || byte == 0xe2 || byte == 0xef
      || byte == 0xf3
  }

  /// Where the next unsafe scalar is, or the end.
  private static func endOfSafe<Scalars: BidirectionalCollection<Unicode.Scalar>>(
    _ scalars: Scalars, from start: Scalars.Index
  ) -> Scalars.Index {
    var index = start
    while index < scalars.endIndex, !isUnsafe(scalars[index]) {
      let isFlag = scalars[index].value == 0x1f3f4
      scalars.formIndex(after: &index)
      if isFlag { index = endOfFlagTags(scalars, from: index) }
    }
    return index
  }

  /// The end of the tags that make a black flag that of a region, such as Scotland: three to six
  /// letters or digits and the sign of their end (UTS #51, emoji tag sequences); their beginning
  /// when there are none.
  private static func endOfFlagTags<Scalars: BidirectionalCollection<Unicode.Scalar>>(
    _ scalars: Scalars, from start: Scalars.Index
  ) -> Scalars.Index {
    let letters = scalars[start...].prefix(7).prefix {
      (0xe0030...0xe0039).contains($0.value) || (0xe0061...0xe007a).contains($0.value)
    }
    let end = letters.endIndex
    guard (3...6).contains(letters.count), end < scalars.endIndex, scalars[end].value == 0xe007f
    else { return start }
    return scalars.index(after: end)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // C0, DEL, C1; Arabic letter mark; direction marks, separators, embeddings and overrides;
    // isolates; interlinear annotations; tags.
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f,
      0xfff9...0xfffb, 0xe0000...0xe007f:
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
