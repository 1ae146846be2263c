/// Finds `^[…]`: a footnote that is written where it is referred to.
package enum InlineFootnotes {
  /// The footnotes of a text, marks included, in UTF-8 bytes; linear in the text.
  ///
  /// Each is within one line. Brackets within it are in pairs, what is in code is none, and of one
  /// within another only the outer one is found.
  package static func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var state = BlockState.text
    var start = 0
    while start < bytes.count {
      let end = MarkdownLines.end(from: start, in: bytes)
      if let inlines = state.read(start..<end, in: bytes).inlines {
        read(inlines, &found, in: bytes)
      }
      start = end + 1
    }
    return found
  }

  private static func read(
    _ line: Range<Int>, _ found: inout [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>
  ) {
    var scanner = InlineScanner(bytes: bytes, range: line)
    /// The brackets that are open, and whether a footnote begins with each.
    var open: [(place: Int, isFootnote: Bool)] = []
    var position = line.lowerBound
    /// Where the last sign was that stands for itself.
    var escaped = -1
    while position < line.upperBound {
      switch bytes[position] {
      case 0x5C:
        escaped = position + 1
        position += 1
      case UInt8(ascii: "`"):
        let ticks = bytes[position..<line.upperBound].prefix { $0 == UInt8(ascii: "`") }.count
        position = (scanner.codeEnd(from: position) ?? position + ticks) - 1
      case UInt8(ascii: "["):
        let isFootnote =
          position > line.lowerBound && bytes[position - 1] == UInt8(ascii: "^")
          && escaped != position - 1
        open.append((position, isFootnote))
      case UInt8(ascii: "]"):
        guard let last = open.popLast(), last.isFootnote else { break }
        add(last.place - 1..<position + 1, to: &found, in: bytes)
      default: break
      }
      position += 1
    }
  }

  /// Adds a footnote that says something, in place of those within it.
  private static func add(
    _ range: Range<Int>, to found: inout [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>
  ) {
    let words = range.lowerBound + 2..<range.upperBound - 1
    guard !MarkdownLines.trimmed(words, in: bytes).isEmpty else { return }
    while let last = found.last, last.lowerBound > range.lowerBound { found.removeLast() }
    found.append(range)
  }
}
