/// The marks that a line begins with: indentation, quotes, a list marker and a task box.
///
/// Offsets are UTF-8 bytes in the same buffer as the line; indentations are columns.
package struct LineMarks: Hashable, Sendable {
  /// A list item's marker.
  package enum Marker: Hashable, Sendable {
    /// `-`, `*` or `+`.
    case bullet(Unicode.Scalar)
    /// A number of at most nine digits, and the `.` or `)` after it.
    case number(Int, Unicode.Scalar)
  }

  /// The indentation before everything else.
  package private(set) var indent = 0
  /// How many quote marks there are.
  package private(set) var quoteDepth = 0
  /// The indentation after the last quote mark and its space; `indent` without a quote.
  package private(set) var innerIndent = 0
  /// Where the indentation and the quote marks end.
  package private(set) var leadEnd: Int
  /// The list item's marker.
  package private(set) var marker: Marker?
  /// The marker's place; empty without one.
  package private(set) var markerRange: Range<Int>
  /// Whether the task box is checked; nil without a box.
  package private(set) var isChecked: Bool?
  /// The task box's place; empty without one.
  package private(set) var boxRange: Range<Int>
  /// Where the text after all marks begins.
  package private(set) var contentStart: Int

  /// Reads the beginning of a line.
  ///
  /// - Parameters:
  ///   - line: The line without its end.
  ///   - bytes: The buffer in which the line is.
  package init(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) {
    leadEnd = line.lowerBound
    contentStart = line.lowerBound
    markerRange = line.lowerBound..<line.lowerBound
    boxRange = markerRange
    readLead(line, bytes)
    contentStart = leadEnd
    readMarker(line.upperBound, bytes)
  }

  /// The column, after the quote marks, at which an item's text begins (CommonMark 0.31, section
  /// 5.2); 0 without a marker.
  package var itemIndent: Int {
    guard marker != nil else { return 0 }
    let blanks = (boxRange.isEmpty ? contentStart : boxRange.lowerBound) - markerRange.upperBound
    return innerIndent + markerRange.count + ((1...4).contains(blanks) ? blanks : 1)
  }

  // MARK: - Reading

  private mutating func readLead(_ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
    var position = line.lowerBound
    indent = LineMarks.skipBlanks(&position, line.upperBound, bytes)
    innerIndent = indent
    while position < line.upperBound, bytes[position] == UInt8(ascii: ">") {
      quoteDepth += 1
      position += 1
      let blanks = LineMarks.skipBlanks(&position, line.upperBound, bytes)
      innerIndent = max(0, blanks - 1)
    }
    leadEnd = position
  }

  private mutating func readMarker(_ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard leadEnd < end else { return }
    var position = leadEnd
    let found: Marker
    switch bytes[position] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      found = .bullet(Unicode.Scalar(bytes[position]))
    case 48...57:
      var number = 0
      while position < end, position - leadEnd < 9, bytes[position] &- 48 < 10 {
        number = number * 10 + Int(bytes[position] &- 48)
        position += 1
      }
      guard position < end, bytes[position] == UInt8(ascii: ".") || bytes[position] == 0x29 else {
        return
      }
      found = .number(number, Unicode.Scalar(bytes[position]))
    default: return
    }
    position += 1
    guard position == end || MarkdownLines.isBlank(bytes[position]),
      !MarkdownLines.isRule(leadEnd..<end, in: bytes)
    else { return }
    (marker, markerRange) = (found, leadEnd..<position)
    LineMarks.skipBlanks(&position, end, bytes)
    contentStart = position
    readBox(end, bytes)
  }

  /// Takes a box with a space after it
  /// (<https://github.github.com/gfm/#task-list-items-extension->).
  private mutating func readBox(_ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    let start = contentStart
    guard start + 3 <= end, bytes[start] == UInt8(ascii: "["),
      bytes[start + 2] == UInt8(ascii: "]"),
      start + 3 == end || MarkdownLines.isBlank(bytes[start + 3])
    else { return }
    switch bytes[start + 1] {
    case UInt8(ascii: " "): isChecked = false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): isChecked = true
    default: return
    }
    boxRange = start..<start + 3
    contentStart = min(end, start + 4)
  }

  /// Goes on past spaces and tabs, and answers how many columns they are.
  @discardableResult
  private static func skipBlanks(
    _ position: inout Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var columns = 0
    while position < end {
      switch bytes[position] {
      case 32, 13: columns += 1
      case 9: columns += 4 - columns % 4
      default: return columns
      }
      position += 1
    }
    return columns
  }
}
