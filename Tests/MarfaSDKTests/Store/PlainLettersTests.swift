import Foundation
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct PlainLettersTests {
  @Test(arguments: [
    ("ﬁle ﬂow oﬀer ﬃ ﬄ ﬅ ﬆ", "file flow offer ffi ffl st st"), ("Ｆｉｌｅ １２", "file 12"),
    ("m² x³ a¹ 10⁻⁶ H₂O", "m2 x3 a1 10⁻6 H2O"), ("𝐀𝒃𝔠 𝟙𝟚", "abc 12"),
    ("ĳs Ĳ ǅ ǌ ſo", "ijs ij dz nj so"),
    ("Łódź æ ﬁ", "lódź ae fi"), ("½ № ™ ㎏ é 日本 🙂", "½ № ™ ㎏ é 日本 🙂"), ("", ""), ("plain", "plain"),
  ])
  func `letters and digits in another form become plain ones`(text: String, folded: String) {
    #expect(PlainLetters.fold(text) == folded)
    #expect(PlainLetters.fold(folded) == folded)
    #expect(PlainLetters.differs(text) == (text != folded))
  }

  @Test func `a search by bytes finds the letters that the fold changes`() {
    let scalars = [0x20...0x2FFF, 0xF900...0xFFFF, 0x1D300...0x1D8FF].joined()
      .compactMap { Unicode.Scalar(UInt32($0)) }
    let wrong = scalars.filter { scalar in
      let text = "a\(Character(scalar))b"
      return PlainLetters.differs(text) != (PlainLetters.fold(text) != text)
    }

    #expect(wrong.isEmpty)
  }

  @Test func `a form becomes what its compatibility mapping is, in small letters`() {
    let scalars = [0x20...0x2FFF, 0xF900...0xFFFF, 0x1D400...0x1D7FF].joined()
      .compactMap { Unicode.Scalar(UInt32($0)) }
      .filter { $0.properties.generalCategory != .unassigned }
    // Letters with strokes have no such mapping, and these have one of more than letters.
    let wrong = scalars.filter { scalar in
      let (text, plain) = (String(scalar), PlainLetters.fold(String(scalar)))
      let mapped = text.precomposedStringWithCompatibilityMapping
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      return plain != text && mapped != text.lowercased() && mapped != plain
        && !"ǼǽǾǿẞß".contains(text)
    }

    #expect(wrong.isEmpty, "\(String(String.UnicodeScalarView(wrong)))")
  }
}
