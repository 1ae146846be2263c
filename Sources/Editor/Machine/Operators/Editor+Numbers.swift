// MARK: - Numbers

extension Editor {
  /// `Ctrl-a`, `Ctrl-x`: adds to the number at the cursor or after it in the line.
  ///
  /// Leading zeros stay. A minus belongs to a number unless it is after a word, so that dates
  /// count up.
  mutating func addToNumber(_ amount: Int) {
    guard let range = numberRange(), let number = Int(buffer.text(in: range)) else {
      return fail()
    }
    let (sum, isTooLarge) = number.addingReportingOverflow(amount)
    guard !isTooLarge else { return fail() }
    let digits = buffer.text(in: range).drop { $0 == "-" }
    var text = String(sum.magnitude)
    if digits.first == "0" {
      text = String(repeating: "0", count: max(0, digits.count - text.count)) + text
    }
    if sum < 0 { text = "-" + text }
    change(range, text)
    moveCursor(to: range.lowerBound + text.utf8.count - 1)
  }

  private func numberRange() -> Range<Int>? {
    let line = buffer.lineRange(buffer.line(at: cursor))
    func isDigit(_ offset: Int) -> Bool {
      line.contains(offset) && (buffer.byte(at: offset).map { (0x30...0x39).contains($0) } ?? false)
    }
    var start = cursor
    let limit = min(line.upperBound, cursor + TextBuffer.longestRun)
    while start < limit, !isDigit(start) { start += 1 }
    guard start < limit else { return nil }
    let found = start
    while isDigit(start - 1), found - start < TextBuffer.longestRun { start -= 1 }
    var end = found
    while isDigit(end), end - found < TextBuffer.longestRun { end += 1 }
    guard start > line.lowerBound, buffer.byte(at: start - 1) == UInt8(ascii: "-") else {
      return start..<end
    }
    let before = buffer.offset(before: start - 1)
    let isSign =
      start - 1 == line.lowerBound || buffer.characterClass(at: before, big: false) != .word
    return (isSign ? start - 1 : start)..<end
  }
}
