/// A task that was given up, `- [-] text` as many programs write it: neither open nor done.
package enum CancelledTask {
  private static let box = Array("[-]".utf8)

  /// Whether an item's text begins with the box, and a blank or nothing is after it.
  ///
  /// - Parameter text: The bytes of the line from the item's text on, or as many as are known.
  /// - Returns: Whether it does.
  package static func isBox(at text: some Collection<UInt8>) -> Bool {
    let next = text.dropFirst(box.count).first
    return text.starts(with: box) && (next.map(MarkdownLines.isBlank) ?? true)
  }

  /// Where the box of a line is.
  ///
  /// - Parameters:
  ///   - marks: What the line begins with.
  ///   - line: The line's bytes.
  /// - Returns: The place of the box; nil for any other line.
  package static func box(
    of marks: LineMarks, in line: some Collection<UInt8>
  ) -> Range<Int>? {
    guard marks.marker != nil, marks.boxRange.isEmpty,
      isBox(at: line.dropFirst(marks.contentStart))
    else { return nil }
    return marks.contentStart..<marks.contentStart + box.count
  }
}
