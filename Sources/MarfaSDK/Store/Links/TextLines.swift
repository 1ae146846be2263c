/// Finds the lines of a text that something points out.
enum TextLines {
  /// The longest line that is shown, in characters.
  static let maximumLength = 500

  /// The lines at byte offsets, each once, in order.
  static func lines(of text: String, at offsets: [Int]) -> [Mention.Line] {
    let bytes = Array(text.utf8)
    var lines: [Mention.Line] = []
    var number = 0
    var start = 0
    for offset in offsets.sorted() where offset >= start {
      while let end = bytes[start...].firstIndex(of: 0x0A), end < offset {
        start = end + 1
        number += 1
      }
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      if lines.last?.number != number {
        lines.append(line(number, String(decoding: bytes[start..<end], as: UTF8.self)))
      }
    }
    return lines
  }

  /// The first lines for which the condition holds, up to a limit.
  ///
  /// No line is kept that is not wanted: a text of megabytes may consist of short ones.
  static func lines(
    of text: String, limit: Int = 20, where isWanted: (Substring) throws -> Bool
  ) rethrows -> [Mention.Line] {
    var text = text
    text.makeContiguousUTF8()
    var lines: [Mention.Line] = []
    var number = 0
    var start = text.startIndex
    while lines.count < limit {
      let end = text.utf8[start...].firstIndex(of: 0x0A) ?? text.endIndex
      if try isWanted(text[start..<end]) { lines.append(line(number, String(text[start..<end]))) }
      if end == text.endIndex { break }
      start = text.utf8.index(after: end)
      number += 1
    }
    return lines
  }

  private static func line(_ number: Int, _ text: String) -> Mention.Line {
    Mention.Line(number: number, text: String(text.prefix(maximumLength)))
  }
}
