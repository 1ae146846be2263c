import TerminalUI

/// Makes text from notes drawable and measures it, with a short way for plain ASCII.
enum SafeText {
  /// Whether every byte is a printable ASCII character: one column each, nothing to escape.
  static func isPlain(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
  }

  /// The text with controls made visible and each tab as spaces up to the next multiple of 4.
  static func visible(_ text: String) -> String {
    if isPlain(text) { return text }
    guard text.utf8.contains(0x09) else { return TextWidth.visible(text) }
    var result = ""
    var column = 0
    let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index > 0 {
        let spaces = 4 - column % 4
        result += String(repeating: " ", count: spaces)
        column += spaces
      }
      let safe = TextWidth.visible(part)
      result += safe
      column += columns(of: safe)
    }
    return result
  }

  /// The columns of a text that is drawn.
  static func columns(of text: some StringProtocol) -> Int {
    isPlain(text) ? text.utf8.count : TextWidth.columns(of: text)
  }

  /// How many columns fewer two texts take as one than each by itself: a mark at the start of the
  /// second goes onto the end of the first.
  static func columnsShared(by text: String, _ next: String) -> Int {
    guard let end = text.last, let start = next.first, !end.isASCII || !start.isASCII else {
      return 0
    }
    let joined = String(end) + String(start)
    return columns(of: String(end)) + columns(of: String(start)) - columns(of: joined)
  }

  /// Splits a text into parts of at most some columns, at grapheme clusters.
  ///
  /// A cluster that is wider than the whole width becomes `?`; one without width stays with the
  /// part before.
  static func chunks(_ text: some StringProtocol, columns limit: Int, first: Int) -> [String] {
    if isPlain(text) { return plainChunks(text, columns: limit, first: first) }
    var chunks: [String] = []
    var current = ""
    var width = 0
    var available = first
    for cluster in text {
      let columns = TextWidth.columns(of: cluster)
      let isTooWide = columns > limit
      let needed = isTooWide ? 1 : columns
      if width + needed > available {
        chunks.append(current)
        (current, width, available) = ("", 0, limit)
      }
      current.append(isTooWide ? "?" : cluster)
      width += needed
    }
    chunks.append(current)
    return chunks
  }

  /// As `chunks`, but for one word: where there is a sign in the second half of a part, such as the
  /// slashes of an address, it ends after the last one.
  static func wordChunks(_ word: String, columns limit: Int, first: Int) -> [String] {
    guard isPlain(word) else { return chunks(word, columns: limit, first: first) }
    var chunks: [String] = []
    var rest = word.utf8[...]
    var available = first
    while rest.count > available {
      var part = rest.prefix(available)
      let kept = part.lastIndex { !isLetterOrDigit($0) }.map { part[...$0] }
      if let kept, kept.count > available / 2 { part = kept }
      chunks.append(String(decoding: part, as: UTF8.self))
      rest = rest[part.endIndex...]
      available = limit
    }
    chunks.append(String(decoding: rest, as: UTF8.self))
    return chunks
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: false
    }
  }

  private static func plainChunks(
    _ text: some StringProtocol, columns limit: Int, first: Int
  ) -> [String] {
    let bytes = text.utf8
    var chunks: [String] = []
    var start = bytes.startIndex
    var available = first
    while true {
      let end = bytes.index(start, offsetBy: available, limitedBy: bytes.endIndex)
      chunks.append(String(text[start..<(end ?? bytes.endIndex)]))
      guard let end, end < bytes.endIndex else { return chunks }
      (start, available) = (end, limit)
    }
  }
}
