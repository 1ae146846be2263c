import TerminalUI

/// A text as it is, wrapped at a width: each row is made when it is looked at.
///
/// For notes too large for Markdown. Next to the text it keeps only where every 16th row begins, so
/// a text of 50 MB costs no more memory than itself, and going away from it costs no time.
struct WrappedText: Hashable, Sendable {
  /// Where a row begins.
  private struct Mark: Hashable {
    /// In UTF-8 bytes from the start of the text.
    var offset: Int
    /// The line of the text, from 1.
    var line: Int
  }

  /// A row in the text.
  private struct Row {
    var bytes: Range<Int>
    /// Where the next row begins.
    var next: Mark
  }

  private static let rowsBetweenMarks = 16

  private let text: String
  private let width: Int
  private var marks: [Mark] = []
  /// How many rows there are; 1 for an empty text.
  private(set) var count = 0

  /// Wraps a text; linear in its length.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - width: Columns of a row, at least 1.
  ///   - check: Called once in a while; what it throws ends the work.
  /// - Throws: What `check` throws.
  init<Failure: Error>(
    _ text: String, width: Int, check: () throws(Failure) -> Void
  ) throws(Failure) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    self.width = max(1, width)
    var mark = Mark(offset: 0, line: 1)
    let end = text.utf8.count
    repeat {
      if count % Self.rowsBetweenMarks == 0 {
        marks.append(mark)
        if count % (1 << 16) == 0 { try check() }
      }
      mark = row(at: mark).next
      count += 1
    } while mark.offset < end
  }

  /// A row as it is drawn.
  ///
  /// - Parameter index: The row, `0..<count`.
  /// - Returns: Its text without controls, and the line of the text that it shows.
  subscript(index: Int) -> RenderedLine {
    var mark = marks[index / Self.rowsBetweenMarks]
    for _ in 0..<(index % Self.rowsBetweenMarks) { mark = row(at: mark).next }
    let bytes = row(at: mark).bytes
    let source = String(text.utf8[position(bytes.lowerBound)..<position(bytes.upperBound)]) ?? ""
    let shown = SafeText.chunks(SafeText.visible(source), columns: width, first: width)[0]
    return RenderedLine(runs: shown.isEmpty ? [] : [StyledRun(shown)], sourceLine: mark.line)
  }

  private func position(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }

  // MARK: - Rows

  private func row(at mark: Mark) -> Row {
    plainRow(at: mark) ?? clusterRow(at: mark)
  }

  /// The row when it is ASCII throughout: one column for each byte.
  private func plainRow(at mark: Mark) -> Row? {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> Row? in
      var end = mark.offset
      while end < bytes.count, end - mark.offset < width {
        let byte = bytes[end]
        if byte == 0x0a || (byte == 0x0d && end + 1 < bytes.count && bytes[end + 1] == 0x0a) {
          break
        }
        guard byte >= 0x20, byte < 0x7f else { return nil }
        end += 1
      }
      // What follows may belong to the last character.
      if end < bytes.count, bytes[end] >= 0x80 { return nil }
      end = Self.wordEnd(before: end, from: mark.offset, in: bytes)
      return Row(bytes: mark.offset..<end, next: next(after: end, of: bytes, mark.line))
    }
    return found.flatMap(\.self)
  }

  /// Where a row that would end within a word ends: after the last space of its second half.
  private static func wordEnd(
    before end: Int, from start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard end < bytes.count, bytes[end] > 0x20 else { return end }
    var space = end
    while space > start + (end - start) / 2 {
      if bytes[space - 1] == 0x20 { return space }
      space -= 1
    }
    return end
  }

  /// The row, measured cluster by cluster.
  private func clusterRow(at mark: Mark) -> Row {
    var end = mark.offset
    var column = 0
    for cluster in text[position(mark.offset)...] {
      if cluster == "\n" || cluster == "\r\n" { break }
      let shown = SafeText.columns(of: SafeText.visible(String(cluster)))
      let columns = cluster == "\t" ? 4 - column % 4 : shown
      if column > 0, column + columns > width { break }
      column += columns
      end += cluster.utf8.count
    }
    let following = text.utf8.withContiguousStorageIfAvailable {
      next(after: end, of: $0, mark.line)
    }
    return Row(
      bytes: mark.offset..<end, next: following ?? Mark(offset: end, line: mark.line))
  }

  /// Where the row after one that ends at an offset begins: after a line's end, if there is one.
  private func next(after end: Int, of bytes: UnsafeBufferPointer<UInt8>, _ line: Int) -> Mark {
    if end < bytes.count, bytes[end] == 0x0a { return Mark(offset: end + 1, line: line + 1) }
    if end + 1 < bytes.count, bytes[end] == 0x0d, bytes[end + 1] == 0x0a {
      return Mark(offset: end + 2, line: line + 1)
    }
    return Mark(offset: end, line: line)
  }
}
