import NoteMarkup

/// A task that was given up, `- [-] text` as many programs write it: neither open nor done.
enum CancelledTask {
  private static let box = Array("[-]".utf8)

  /// Where its box is.
  ///
  /// - Parameters:
  ///   - marks: What the line begins with.
  ///   - line: The line's bytes.
  /// - Returns: The place of the box; nil for any other line.
  static func box(of marks: LineMarks, in line: some Collection<UInt8>) -> Range<Int>? {
    guard marks.marker != nil, marks.boxRange.isEmpty else { return nil }
    let rest = line.dropFirst(marks.contentStart)
    let next = rest.dropFirst(box.count).first
    guard rest.starts(with: box), next == nil || next == 32 || next == 9 else { return nil }
    return marks.contentStart..<marks.contentStart + box.count
  }
}
