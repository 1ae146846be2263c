/// Lines of a text that something is still to be done at, while the text changes.
struct AwaitedLines: Sendable {
  /// As they were numbered when they were last counted again.
  private var lines: ArraySlice<Int>
  /// What has to be added to each.
  private var growth = 0

  init(_ lines: [Int]) { self.lines = lines[...] }

  /// How many are left.
  var count: Int { lines.count }

  /// Takes the first one.
  mutating func next() -> Int? { lines.popFirst().map { $0 + growth } }

  /// Follows a change of the text; the buffer is the one before it.
  mutating func apply(_ change: TextChange, to buffer: TextBuffer) {
    let first = buffer.line(at: change.range.lowerBound)
    let last = buffer.line(at: change.range.upperBound)
    let added = change.replacement.utf8.count { $0 == 0x0a }
    // Whole lines were added or removed: what is at the end of the range stays.
    let isWhole =
      buffer.isLineStart(change.range.lowerBound) && buffer.isLineStart(change.range.upperBound)
      && (change.replacement.isEmpty || change.replacement.utf8.last == 0x0a)
    let removed = isWhole ? first..<last : first + 1..<last + 1
    move(removed, by: added - (last - first))
  }

  private mutating func move(_ removed: Range<Int>, by growth: Int) {
    while let line = lines.first, removed.contains(line + self.growth) { lines.removeFirst() }
    guard let first = lines.first, let last = lines.last, growth != 0 || !removed.isEmpty,
      last + self.growth >= removed.lowerBound
    else { return }
    // All that are left mostly lie after what changed.
    if first + self.growth >= removed.upperBound {
      self.growth += growth
      return
    }
    let total = self.growth
    lines =
      lines.compactMap { line in
        let now = line + total
        if removed.contains(now) { return nil }
        return now < removed.lowerBound ? now : now + growth
      }[...]
    self.growth = 0
  }
}
