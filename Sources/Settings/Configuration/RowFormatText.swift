/// The text of `list.format`: `%` and a letter stand for a part of a note, `%%` for a percent sign.
package enum RowFormatText {
  /// The letters of the parts.
  package static let letters = "FNTDCI"

  /// What is wrong with a text, as the rest of a sentence; nil for nothing.
  package static func problem(in text: String) -> String? {
    if text.isEmpty { return "must be text, found ''" }
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: percent)...]
      let mark = rest.first == "-" ? "%-" : "%"
      if rest.first == "-" { rest.removeFirst() }
      let letter = rest.popFirst()
      if let letter, letters.contains(letter) || (letter == "%" && mark == "%") { continue }
      let written = mark + (letter.map { String($0) } ?? "")
      let known = letters.map { "%\($0)" }.joined(separator: " ")
      return "has the unknown part '\(written)'; known are \(known) and %%"
    }
    return nil
  }
}
