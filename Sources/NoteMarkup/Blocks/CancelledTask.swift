/// A task that was given up, `- [-] text` as many programs write it: neither open nor done.
package enum CancelledTask {
  private static let box = Array("[-]".utf8)

  /// Whether a line is the first one of such a task.
  package static func isOne(_ line: some Collection<UInt8>) -> Bool {
    // The marks before the text are not longer.
    let bytes = Array(line.prefix(256))
    let marks = bytes.withUnsafeBufferPointer { LineMarks(0..<$0.count, in: $0) }
    return box(of: marks, in: bytes) != nil
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
    guard marks.marker != nil, marks.boxRange.isEmpty else { return nil }
    let text = line.dropFirst(marks.contentStart)
    let next = text.dropFirst(box.count).first
    // A blank is after it, or nothing.
    guard text.starts(with: box), next.map(MarkdownLines.isBlank) ?? true else { return nil }
    return marks.contentStart..<marks.contentStart + box.count
  }
}
