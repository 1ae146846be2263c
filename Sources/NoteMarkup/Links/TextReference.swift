/// A wiki link or a tag within running text.
package struct TextReference: Hashable, Sendable {
  /// Where it leads.
  package var target: LinkTarget
  /// What is shown for it.
  package var text: String
  /// Where it stands in the text searched.
  package var range: Range<String.Index>

  /// Finds wiki links `[[title]]`, `[[title#heading]]`, `[[title|text]]` and tags `#tag` in prose.
  ///
  /// A tag begins at the start, after a space or an opening bracket, and holds letters, digits, `-`,
  /// `_` and `/`, not only digits. A link is on one line and not empty.
  ///
  /// - Parameter text: Text without code.
  /// - Returns: The references in order; they do not overlap. Cost is linear.
  package static func all(in text: String) -> [TextReference] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "[") }) else {
      return []
    }
    var found: [TextReference] = []
    var index = text.startIndex
    var previous: Character = " "
    while index < text.endIndex {
      let reference =
        switch text[index] {
        case "[": link(in: text, at: index)
        case "#" where isOpening(previous): tag(in: text, at: index)
        default: nil as TextReference?
        }
      let end = reference?.range.upperBound ?? text.index(after: index)
      if let reference { found.append(reference) }
      previous = text[text.index(before: end)]
      index = end
    }
    return found
  }

  private static func isOpening(_ character: Character) -> Bool {
    character.isWhitespace || "([{\"'«“„".contains(character)
  }

  private static func link(in text: String, at start: String.Index) -> TextReference? {
    guard text[start...].hasPrefix("[[") else { return nil }
    let inner = text.index(start, offsetBy: 2)
    // Titles are short; a limit keeps a text of many brackets linear.
    var end = inner
    var count = 0
    while end < text.endIndex, text[end] != "]", text[end] != "[", text[end] != "\n", count < 400 {
      end = text.index(after: end)
      count += 1
    }
    guard end > inner, text[end...].hasPrefix("]]") else { return nil }
    let parts = text[inner..<end].split(separator: "|", maxSplits: 1)
    guard let address = parts.first else { return nil }
    let pieces = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let title = trimmed(pieces[0])
    let heading = pieces.count > 1 ? trimmed(pieces[1]) : nil
    guard !title.isEmpty || heading?.isEmpty == false else { return nil }
    let shown = trimmed(parts.count > 1 ? parts[1] : address)
    return TextReference(
      target: .note(title: title, heading: heading), text: shown.isEmpty ? title : shown,
      range: start..<text.index(end, offsetBy: 2))
  }

  private static func tag(in text: String, at start: String.Index) -> TextReference? {
    let name = text[text.index(after: start)...].prefix { character in
      character.isLetter || character.isNumber || "-_/".contains(character)
    }
    let kept = String(name.reversed().drop { "-_/".contains($0) }.reversed())
    guard kept.contains(where: { !$0.isNumber }), kept.first.map({ !"-_/".contains($0) }) == true
    else { return nil }
    let end = text.index(start, offsetBy: kept.count + 1)
    return TextReference(target: .tag(kept), text: "#" + kept, range: start..<end)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
