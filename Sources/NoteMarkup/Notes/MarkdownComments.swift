/// Finds `%%…%%`, which is written for the author alone and not shown.
package enum MarkdownComments {
  private static let mark = UInt8(ascii: "%")

  /// The comments of a text, marks included, in UTF-8 bytes; linear in the text.
  ///
  /// One may go on over lines. What is in code is none, and one without an end neither.
  package static func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var state = BlockState.text
    var start = 0
    var opening: Int?
    while start < bytes.count {
      let end = MarkdownLines.end(from: start, in: bytes)
      let line = state.read(start..<end, in: bytes)
      if opening != nil {
        read(start..<end, &opening, &found, in: bytes)
      } else if let inlines = line.inlines {
        read(inlines, &opening, &found, in: bytes)
      }
      start = end + 1
    }
    return found
  }

  private static func read(
    _ line: Range<Int>, _ opening: inout Int?, _ found: inout [Range<Int>],
    in bytes: UnsafeBufferPointer<UInt8>
  ) {
    var scanner = InlineScanner(bytes: bytes, range: line)
    var position = line.lowerBound
    while position < line.upperBound {
      if bytes[position] == UInt8(ascii: "`"), opening == nil {
        let ticks = bytes[position..<line.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        position = scanner.codeEnd(from: position) ?? position + ticks
      } else if isMark(position, line, bytes) {
        if let first = opening {
          found.append(first..<position + 2)
          opening = nil
        } else {
          opening = position
        }
        position += 2
      } else {
        position += 1
      }
    }
  }

  private static func isMark(
    _ position: Int, _ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    bytes[position] == mark && position + 1 < line.upperBound && bytes[position + 1] == mark
  }
}
