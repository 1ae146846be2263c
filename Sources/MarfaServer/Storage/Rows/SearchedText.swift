import MarfaModel

/// A text as the index has it, and back.
enum SearchedText {
  /// A text as it is in the index.
  ///
  /// NUL ends SQLite's texts, and the characters 2 and 3 mark words in snippets. Letters of
  /// scripts without spaces are words of their own, so that a phrase finds any part of a run.
  static func indexed(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 > 3 && $0 < 0xE0 || $0 == 1 }
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    var wasApart = false
    for scalar in text.unicodeScalars {
      let isApart = ScriptKind.isWithoutSpaces(scalar)
      if isApart || wasApart { result.append(separator) }
      wasApart = isApart
      let isMark = [0, 2, 3].contains(scalar.value)
      result.append(isMark ? " " : scalar)
    }
    return String(result)
  }

  /// The zero width space, which is no letter to the tokenizer; snippets leave it out.
  static let separator: Unicode.Scalar = "\u{200B}"

  /// A part of an indexed text as it is shown.
  static func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != separator }))
  }
}
