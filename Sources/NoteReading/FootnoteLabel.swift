/// How the number of a footnote is shown.
enum FootnoteLabel {
  /// Raised digits, or brackets where only ASCII is drawn.
  ///
  /// - Parameters:
  ///   - number: The digits.
  ///   - isASCII: Whether only ASCII is drawn.
  /// - Returns: The label, without a space.
  static func text(_ number: String, isASCII: Bool) -> String {
    let raised: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
    let digits = number.compactMap(\.wholeNumberValue)
    guard !isASCII, digits.count == number.count, digits.allSatisfy(raised.indices.contains) else {
      return "[^\(number)]"
    }
    return String(digits.map { raised[$0] })
  }
}
