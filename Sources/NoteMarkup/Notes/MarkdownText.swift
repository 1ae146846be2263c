/// Small readings of a Markdown text that need no whole scan, and the renaming of links.
public enum MarkdownText {
  /// The title of a text: its first heading, or else its first line; nil when it is blank.
  ///
  /// Of links their words are taken.
  public static func title(of text: String) -> String? {
    firstLine(of: text).map {
      $0.utf8.contains(UInt8(ascii: "[")) ? withoutLinks($0) : $0
    }
  }

  /// The first line of a text that has any, without the marks at its start; nil when it is blank.
  ///
  /// Only lines up to the first that has text are looked at, so it costs little for a long text.
  package static func firstLine(of text: String) -> String? {
    var text = text
    return text.withUTF8 { bytes in
      var start = FrontMatterExtent.find(in: bytes)?.end ?? 0
      while start < bytes.count {
        let end = MarkdownLines.end(from: start, in: bytes)
        let title = unmarked(start..<end, bytes)
        if !title.isEmpty { return String(decoding: bytes[title], as: UTF8.self) }
        start = end + 1
      }
      return nil
    }
  }

  /// The line round a place of the text, without spaces around it.
  ///
  /// - Parameters:
  ///   - range: The place, in UTF-8 bytes; it is clamped to the text.
  ///   - text: The text.
  ///   - maximumLength: How many UTF-8 bytes the excerpt may have; characters stay whole.
  /// - Returns: The excerpt and where the place is in it, in UTF-8 bytes.
  public static func excerpt(
    around range: Range<Int>, in text: String, maximumLength: Int = 200
  ) -> (text: String, range: Range<Int>) {
    var text = text
    return text.withUTF8 { bytes in
      let hit = range.clamped(to: 0..<bytes.count)
      var start = hit.lowerBound
      while start > 0, bytes[start - 1] != 10 { start -= 1 }
      var line = MarkdownLines.trimmed(
        start..<MarkdownLines.end(from: hit.lowerBound, in: bytes), in: bytes)
      if line.count > maximumLength {
        // A third of what is left goes before the place.
        let before = max(0, maximumLength - hit.count) / 3
        var first = max(line.lowerBound, hit.lowerBound - before)
        var last = min(line.upperBound, first + maximumLength)
        first = max(line.lowerBound, min(first, last - maximumLength))
        while first < last, bytes[first] & 0xC0 == 0x80 { first += 1 }
        while last > first, last < bytes.count, bytes[last] & 0xC0 == 0x80 { last -= 1 }
        line = first..<last
      }
      let place = hit.clamped(to: line)
      return (
        String(decoding: bytes[line], as: UTF8.self),
        place.lowerBound - line.lowerBound..<place.upperBound - line.lowerBound
      )
    }
  }

  /// A line with the words of its links in place of them.
  private static func withoutLinks(_ line: String) -> String {
    let scan = MarkdownScan(line, from: .body)
    var found = scan.wikiLinks.map { link in
      (link.range, link.label ?? (link.target.isEmpty ? link.heading ?? "" : link.target))
    }
    found += scan.links.map { ($0.range, $0.label) }
    let bytes = Array(line.utf8)
    var result: [UInt8] = []
    var position = 0
    for (range, words) in found.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
    where range.lowerBound >= position && !words.isEmpty {
      result += bytes[position..<range.lowerBound]
      result += words.utf8
      position = range.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  /// A line without the marks of a quote, a list, a task or a heading.
  private static func unmarked(
    _ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    let marks = LineMarks(line, in: bytes)
    let text = MarkdownLines.trimmed(marks.contentStart..<line.upperBound, in: bytes)
    return MarkdownLines.heading(text, in: bytes)?.title ?? text
  }
}
