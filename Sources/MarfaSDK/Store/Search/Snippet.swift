/// Pieces of text as a result row shows them.
enum Snippet {
  /// A folded text to mark.
  struct Word {
    var text: String
    /// Whether it is marked only where a word starts.
    var startsWord: Bool
  }

  /// A text on one line: line ends and runs of spaces become one space.
  static func line(_ text: String) -> String {
    var result = ""
    var gap = false
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        gap = true
        continue
      }
      if gap, !result.isEmpty { result.unicodeScalars.append(" ") }
      gap = false
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Whether a character is white space; the properties of ASCII need no table.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? scalar.value == 32 || 9...13 ~= scalar.value : scalar.properties.isWhitespace
  }

  /// The first line of a text that contains one of the folded words, with marks; nil if none does.
  static func around(_ words: [Word], in text: String) -> String? {
    // Of most texts that are found the word is in the title or a tag only.
    let whole = TextFold.fold(text)
    guard words.contains(where: { TextFold.contains($0.text, in: whole) }) else { return nil }
    for candidate in lines(of: text) {
      let folded = TextFold.fold(String(candidate))
      guard words.contains(where: { TextFold.contains($0.text, in: folded) }),
        let marked = mark(words, in: candidate)
      else { continue }
      return line(marked)
    }
    return nil
  }

  /// The lines of a text that are not empty; as of a `Character`, CR LF ends none.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var (start, previous): (String.Index, UInt8) = (text.startIndex, 0)
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == 10, previous != 13 {
        if start < index { lines.append(text[start..<index]) }
        start = text.utf8.index(after: index)
      }
      previous = byte
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }

  /// A line with each of the words marked; nil when it has none.
  ///
  /// Compares character by character, so that folding keeps every place.
  static func mark(_ words: [Word], in text: Substring) -> String? {
    let characters = Array(text)
    let folded = characters.map { TextFold.fold(String($0)) }
    var result = ""
    var found = false
    var index = 0
    while index < characters.count {
      let isStart = index == 0 || !characters[index - 1].isLetter && !characters[index - 1].isNumber
      let fitting = words.lazy.filter { isStart || !$0.startsWord }
      if let length = fitting.compactMap({ match($0.text, folded, index) }).first {
        found = true
        result.append(SearchHit.matchStart)
        result.append(contentsOf: characters[index..<index + length])
        result.append(SearchHit.matchEnd)
        index += length
      } else {
        result.append(characters[index])
        index += 1
      }
    }
    return found ? trimmed(result) : nil
  }

  private static func match(_ word: String, _ folded: [String], _ start: Int) -> Int? {
    var rest = Substring(word)
    var index = start
    while !rest.isEmpty {
      guard index < folded.count, !folded[index].isEmpty else { return nil }
      // The word may end within what one letter means, as `stras` does in `Straße`.
      if folded[index].hasPrefix(rest) { return index + 1 - start }
      guard rest.hasPrefix(folded[index]) else { return nil }
      rest = rest.dropFirst(folded[index].count)
      index += 1
    }
    return index > start ? index - start : nil
  }

  /// At most 160 characters, beginning a little before the first mark.
  static func trimmed(_ text: String) -> String {
    guard text.count > 160, let mark = text.firstIndex(of: SearchHit.matchStart) else {
      return text
    }
    let lead = text.distance(from: text.startIndex, to: mark)
    let start = text.index(text.startIndex, offsetBy: max(0, lead - 40))
    let head = start == text.startIndex ? "" : "…"
    let piece = text[start...]
    return head + piece.prefix(160) + (piece.count > 160 ? "…" : "")
  }
}
