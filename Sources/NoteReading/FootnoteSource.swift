import NoteMarkup

/// A text for the parser in which each `^[…]` is a footnote with a name.
///
/// The parser knows footnotes by name alone. What they say is put before the text, where no open
/// block can swallow it; its lines count as those that it was written in.
struct FootnoteSource: Sendable {
  /// The text for the parser.
  let text: String
  /// The lines of the text, from 1, in which the footnotes that were put before it are.
  private let writtenIn: [Int]

  /// Gives the footnotes of a text names; linear in the text.
  init(_ source: String) {
    guard source.contains("^[") else {
      (text, writtenIn) = (source, [])
      return
    }
    var source = source
    let ranges = source.withUTF8 { InlineFootnotes.ranges(in: $0) }
    guard !ranges.isEmpty else {
      (text, writtenIn) = (source, [])
      return
    }
    (text, writtenIn) = Self.named(ranges, in: source)
  }

  private static func named(_ ranges: [Range<Int>], in source: String) -> (String, [Int]) {
    let (bytes, name) = (Array(source.utf8), name(notIn: source))
    var (head, body, lines): ([UInt8], [UInt8], [Int]) = ([], [], [])
    var (position, line) = (0, 1)
    for (number, range) in ranges.enumerated() {
      let before = bytes[position..<range.lowerBound]
      line += before.count { $0 == 10 }
      lines.append(line)
      body += before
      body += "[^\(name)\(number + 1)]".utf8
      head += "[^\(name)\(number + 1)]: ".utf8
      head += bytes[range.lowerBound + 2..<range.upperBound - 1].drop { $0 == 32 || $0 == 9 }
      head.append(10)
      position = range.upperBound
    }
    body += bytes[position...]
    // A definition that nothing refers to parts the last footnote from a text that is indented.
    head += "\n[\(name)]: <>\n\n".utf8
    return (String(decoding: head + body, as: UTF8.self), lines)
  }

  /// A name that no footnote of the text has.
  private static func name(notIn source: String) -> String {
    var name = "note-"
    while source.contains("[^" + name) { name += "-" }
    return name
  }

  /// The line of the text as it was written.
  ///
  /// - Parameter parsed: A line as the parser counts, from 1; 0 where it does not know.
  /// - Returns: The line, from 1; 0 where the parser does not know.
  func line(_ parsed: Int) -> Int {
    guard !writtenIn.isEmpty, parsed > 0 else { return parsed }
    return parsed <= writtenIn.count
      ? writtenIn[parsed - 1] : max(1, parsed - writtenIn.count - Self.partingLines)
  }

  /// The lines between the footnotes and the text.
  private static let partingLines = 3
}
