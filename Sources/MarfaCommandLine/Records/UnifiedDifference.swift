import MarfaSDK

/// The difference of two texts as `diff -u` writes it.
enum UnifiedDifference {
  /// How many lines around a change are shown.
  static let contextCount = 3

  /// The difference of two states of a note; empty when they are the same.
  ///
  /// - Parameters:
  ///   - old: The state before.
  ///   - new: The state after.
  ///   - time: Writes the time of a state.
  /// - Returns: The lines, each with its line break.
  static func text(
    from old: NoteRevision, to new: NoteRevision, time: (String) -> String = { $0 }
  ) -> String {
    let lines = LineDifference(from: document(old), to: document(new)).lines
    let hunks = hunks(of: lines)
    guard !hunks.isEmpty else { return "" }
    let head = head(from: old, to: new, time: time).map { $0 + "\n" }.joined()
    return head + hunks.map { hunk($0, lines) }.joined()
  }

  /// The two lines above a difference, without line breaks.
  static func head(
    from old: NoteRevision, to new: NoteRevision, time: (String) -> String
  ) -> [String] {
    [
      "--- version \(old.version)\t\(time(old.createdAt))",
      "+++ version \(new.version)\t\(time(new.createdAt))",
    ]
  }

  /// A line of a difference in the colours of what it says.
  static func painted(_ line: String) -> PaintedText {
    if line.hasPrefix("--- ") || line.hasPrefix("+++ ") {
      return PaintedText(line, ListStyle.title)
    }
    switch line.first {
    case "+": return PaintedText(line, ListStyle.added)
    case "-": return PaintedText(line, ListStyle.removed)
    case "@": return PaintedText(line, ListStyle.place)
    default: return PaintedText(line)
    }
  }

  /// A changed title shows as a changed first line.
  static func document(_ revision: NoteRevision) -> String {
    revision.title.isEmpty ? revision.body : "title: \(revision.title)\n" + revision.body
  }

  /// Ranges of lines that hold changes with their context; near ones are one.
  private static func hunks(of lines: [LineDifference.Line]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      let start = max(0, index - contextCount)
      let end = min(lines.count, index + contextCount + 1)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks
  }

  private static func hunk(_ range: Range<Int>, _ lines: [LineDifference.Line]) -> String {
    let before = counts(lines[..<range.lowerBound])
    let inside = counts(lines[range])
    // An empty side is said to begin before its line, as diff does.
    let oldStart = before.old + (inside.old == 0 ? 0 : 1)
    let newStart = before.new + (inside.new == 0 ? 0 : 1)
    let head = "@@ -\(oldStart),\(inside.old) +\(newStart),\(inside.new) @@\n"
    return head + lines[range].map(line).joined()
  }

  private static func counts(_ lines: ArraySlice<LineDifference.Line>) -> (old: Int, new: Int) {
    lines.reduce(into: (old: 0, new: 0)) { counts, line in
      switch line {
      case .same:
        counts.old += 1
        counts.new += 1
      case .removed: counts.old += 1
      case .added: counts.new += 1
      }
    }
  }

  private static func line(_ line: LineDifference.Line) -> String {
    let (mark, text) =
      switch line {
      case .same(let text): (" ", text)
      case .removed(let text): ("-", text)
      case .added(let text): ("+", text)
      }
    return text.utf8.last == 0x0A ? mark + text : mark + text + "\n\\ No newline at end of file\n"
  }
}
