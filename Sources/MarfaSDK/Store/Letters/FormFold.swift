import MarfaModel

/// Letters and digits in another form: joined in print as `ﬁ`, full width as `Ａ`, raised as `²`,
/// mathematical as `𝐀`.
///
/// They are compatibility characters (<https://www.unicode.org/reports/tr15/>): texts from PDF
/// files and from forms have them, and nobody types them.
enum FormFold {
  /// The text with plain small letters and digits in their place; idempotent, and the same text
  /// when it has none, after one walk over its bytes.
  static func fold(_ text: String) -> String {
    hasForms(text) ? LetterFold.replacing(in: text, by: plain) : text
  }

  /// Whether a text has any of them, so that its fold differs; found by their bytes in UTF-8.
  static func hasForms(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let length = length(ofLead: bytes[index])
        if length > 0, index + length <= bytes.count,
          plain(scalar(bytes[index..<index + length])) != nil
        {
          return true
        }
        index += 1
      }
      return false
    }
  }

  /// How many bytes a scalar has that may be one of them; 0 for all other bytes.
  private static func length(ofLead byte: UInt8) -> Int {
    switch byte {
    case 0xC2, 0xC4, 0xC5, 0xC7: 2
    case 0xE2, 0xEF: 3
    case 0xF0: 4
    default: 0
    }
  }

  private static func scalar(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    let lead = UInt32(bytes.first ?? 0) & (0x7F >> UInt32(bytes.count))
    return bytes.dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }
  }

  /// The plain form of a scalar.
  private static func plain(_ scalar: UInt32) -> String? {
    switch scalar {
    case 0xB9: "1"
    case 0xB2, 0xB3: digit(scalar - 0xB0)
    case 0x132, 0x133: "ij"
    case 0x17F: "s"
    case 0x1C4...0x1C6, 0x1F1...0x1F3: "dz"
    case 0x1C7...0x1C9: "lj"
    case 0x1CA...0x1CC: "nj"
    case 0x2070, 0x2074...0x2079: digit(scalar - 0x2070)
    case 0x2080...0x2089: digit(scalar - 0x2080)
    case 0xFB00: "ff"
    case 0xFB01: "fi"
    case 0xFB02: "fl"
    case 0xFB03: "ffi"
    case 0xFB04: "ffl"
    case 0xFB05, 0xFB06: "st"
    case 0xFF10...0xFF19: digit(scalar - 0xFF10)
    case 0xFF21...0xFF3A: letter(scalar - 0xFF21)
    case 0xFF41...0xFF5A: letter(scalar - 0xFF41)
    case 0x1D400...0x1D6A3: letter((scalar - 0x1D400) % 26)
    case 0x1D7CE...0x1D7FF: digit((scalar - 0x1D7CE) % 10)
    default: nil
    }
  }

  private static func digit(_ number: UInt32) -> String { String(number) }

  private static func letter(_ number: UInt32) -> String {
    Unicode.Scalar(0x61 + number).map { String($0) } ?? ""
  }
}
