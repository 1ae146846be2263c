// MARK: - Doing it

extension Editor {
  /// Sorts lines; the cursor goes to the first of them.
  mutating func sort(_ lines: ClosedRange<Int>, _ order: LineOrder) {
    meter.spend(20 * lines.count + extent(ofLines: lines).range.count >> 6)
    if meter.isSpent { return }
    let sorted = order.sorted(lines.map { buffer.lineText($0) })
    let newline = buffer.newline(forLine: lines.lowerBound)
    change(extent(ofLines: lines).range, sorted.joined(separator: newline))
    if sorted.count < lines.count {
      turn.emit(.message(.deleted(lines: lines.count - sorted.count)))
    }
    moveCursor(to: buffer.firstNonBlank(ofLine: lines.lowerBound))
  }
}
