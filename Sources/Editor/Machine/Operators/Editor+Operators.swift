// MARK: - Operators

extension Editor {
  /// Finds the text of an operator's motion or object, and acts on it.
  mutating func performOperator(_ operation: Operator, _ command: ParsedCommand) {
    switch command.action {
    case nil: act(operation, on: lines(count: command.count ?? 1), command)
    case .motion(let motion):
      if motion == .searchForward || motion == .searchBackward {
        return openSearch(motion, command)
      }
      guard var extent = extent(of: motion, command, for: operation) else { return fail() }
      if operation == .delete, command.shape == nil { extent = lines(filledBy: extent) }
      act(operation, on: extent, command)
    case .object(let object):
      guard var extent = self.extent(of: object, count: command.count ?? 1) else { return fail() }
      if object.kind == .sentence { extent = filledLines(extent) }
      if operation == .delete { extent = lines(filledBy: extent) }
      act(operation, on: extent, command)
      if operation == .yank { moveCursor(to: extent.range.lowerBound) }
    default: fail()
    }
  }

  /// The lines from the cursor's downwards.
  func lines(count: Int) -> TextExtent {
    let line = buffer.line(at: cursor)
    return extent(ofLines: line...min(line + count - 1, buffer.lineCount - 1))
  }

  /// The text of lines, without what ends the last one.
  func extent(ofLines lines: ClosedRange<Int>) -> TextExtent {
    TextExtent(
      buffer.lineStart(lines.lowerBound)..<buffer.lineRange(lines.upperBound).upperBound,
      shape: .lines)
  }

  /// The lines that an extent touches.
  func lineNumbers(of extent: TextExtent) -> ClosedRange<Int> {
    let first = buffer.line(at: extent.range.lowerBound)
    return first...max(first, buffer.line(at: extent.range.upperBound))
  }

  private mutating func extent(
    of motion: Motion, _ command: ParsedCommand, for operation: Operator
  ) -> TextExtent? {
    if operation == .change, let extent = changedWord(motion, count: command.count ?? 1) {
      return extent
    }
    guard var target = target(of: motion, command, for: operation) else { return nil }
    if let shape = command.shape {
      return extent(
        from: cursor, to: target, shape == "V" ? .lines : motion.extent.turned, isTurned: true)
    }
    if motion == .lineEnd {
      let line = buffer.line(at: cursor) + (command.count ?? 1) - 1
      target = buffer.lineRange(min(line, buffer.lineCount - 1)).upperBound
      return TextExtent(cursor..<max(cursor, target))
    }
    return extent(from: cursor, to: target, motion.extent)
  }

  /// What is between the cursor and a motion's target.
  func extent(
    from origin: Int, to target: Int, _ kind: Motion.Extent, isTurned: Bool = false
  ) -> TextExtent {
    let (start, end) = (min(origin, target), max(origin, target))
    if isTurned, kind == .exclusive { return TextExtent(start..<end) }
    switch kind {
    case .lines: return extent(ofLines: buffer.line(at: start)...buffer.line(at: end))
    case .inclusive: return TextExtent(start..<buffer.offset(after: end))
    default: return exclusive(start..<end)
    }
  }

  /// An exclusive motion to a line's start leaves that line alone; from a line's beginning it takes
  /// whole lines (vi: `:help exclusive-linewise`).
  func exclusive(_ range: Range<Int>) -> TextExtent {
    let first = buffer.line(at: range.lowerBound)
    guard buffer.isLineStart(range.upperBound), buffer.line(at: range.upperBound) > first else {
      return TextExtent(range)
    }
    let last = buffer.line(at: range.upperBound) - 1
    if range.lowerBound <= buffer.firstNonBlank(ofLine: first), last >= first {
      return extent(ofLines: first...last)
    }
    return TextExtent(range.lowerBound..<max(range.lowerBound, buffer.lineRange(last).upperBound))
  }

  /// A text that goes to the end of a line, as far as the next one: whole lines if it begins one.
  private func filledLines(_ extent: TextExtent) -> TextExtent {
    let line = buffer.line(at: extent.range.upperBound)
    guard extent.shape != .lines else { return extent }
    guard extent.range.upperBound == buffer.lineRange(line).upperBound,
      line < buffer.lastCountedLine, !extent.range.isEmpty
    else { return exclusive(extent.range) }
    return exclusive(extent.range.lowerBound..<buffer.lineStart(line + 1))
  }

  /// Several lines with nothing before and after what is removed of them go as lines (vi:
  /// `:help d-special`).
  private func lines(filledBy extent: TextExtent) -> TextExtent {
    let lines = lineNumbers(of: extent)
    guard extent.shape != .lines, lines.count > 1, !extent.range.isEmpty,
      extent.range.lowerBound <= buffer.firstNonBlank(ofLine: lines.lowerBound),
      buffer.text(in: extent.range.upperBound..<buffer.lineRange(lines.upperBound).upperBound)
        .allSatisfy(\.isWhitespace)
    else { return extent }
    return self.extent(ofLines: lines)
  }

  /// `cw` on a word goes to the word's end only.
  private func changedWord(_ motion: Motion, count: Int) -> TextExtent? {
    guard motion == .wordForward || motion == .bigWordForward else { return nil }
    let big = motion == .bigWordForward
    guard buffer.characterClass(at: cursor, big: big) != .blank else { return nil }
    var position = cursor
    for turn in 0..<count {
      position = buffer.wordEnd(after: position, big: big, staying: turn == 0)
    }
    return TextExtent(cursor..<buffer.offset(after: position))
  }

  /// Acts on a text.
  mutating func act(_ operation: Operator, on extent: TextExtent, _ command: ParsedCommand) {
    meter.spend(5 + extent.range.count >> (operation.isCheap ? 8 : 3))
    if meter.isSpent { return }
    switch operation {
    case .delete: delete(extent, into: command.register)
    case .change: change(extent, command)
    case .yank: yank(extent, into: command.register)
    case .indent, .outdent: shift(lineNumbers(of: extent), operation)
    case .toggleCase, .lowercase, .uppercase, .rot13: setLetters(of: extent, operation)
    case .join:
      let lines = lineNumbers(of: extent)
      join(lines.lowerBound...max(lines.lowerBound + 1, lines.upperBound))
    case .reflow: reflow(lineNumbers(of: extent))
    case .reflowInPlace: reflowInPlace(lineNumbers(of: extent))
    case .unknown: fail()
    }
  }

  private mutating func delete(_ extent: TextExtent, into register: Character?) {
    store(extent, into: register, origin: .deletion)
    guard extent.shape == .lines else {
      change(extent.range, "")
      return moveCursor(to: extent.range.lowerBound)
    }
    let lines = lineNumbers(of: extent)
    removeLines(lines)
    let line = min(lines.lowerBound, buffer.lastCountedLine)
    moveCursor(to: buffer.firstNonBlank(ofLine: line))
  }

  private mutating func removeLines(_ lines: ClosedRange<Int>) {
    change(rangeForRemoving(lines), "")
  }

  /// Lines with what ends them; the last line of the text with what ends the one before, unless
  /// that is empty and would be a line no more.
  func rangeForRemoving(_ lines: ClosedRange<Int>) -> Range<Int> {
    if lines.upperBound + 1 < buffer.lineCount {
      return buffer.lineStart(lines.lowerBound)..<buffer.lineStart(lines.upperBound + 1)
    }
    if lines.lowerBound == 0 { return 0..<buffer.byteCount }
    if lines.lowerBound > 1, buffer.lineRange(lines.lowerBound - 1).isEmpty {
      return buffer.lineStart(lines.lowerBound)..<buffer.byteCount
    }
    return buffer.lineRange(lines.lowerBound - 1).upperBound..<buffer.byteCount
  }

  private mutating func change(_ extent: TextExtent, _ command: ParsedCommand) {
    store(extent, into: command.register, origin: .deletion)
    var start = extent.range.lowerBound
    if extent.shape == .lines {
      // The indentation of the first line stays.
      start = min(buffer.firstNonBlank(ofLine: buffer.line(at: start)), extent.range.upperBound)
    }
    modes.enter(.insert)
    change(start..<extent.range.upperBound, "")
    moveCursor(to: start)
    beginTyping(count: 1)
  }

  private mutating func yank(_ extent: TextExtent, into register: Character?) {
    store(extent, into: register, origin: .yank)
    let lines = lineNumbers(of: extent)
    if lines.count > 2 { turn.emit(.message(.yanked(lines: lines.count))) }
    guard extent.shape == .lines else { return moveCursor(to: extent.range.lowerBound) }
    if buffer.line(at: cursor) != lines.lowerBound || state.isVisual {
      moveCursor(to: extent.range.lowerBound)
    }
  }

  /// Keeps a text in a register; the clipboard's goes to the application too.
  mutating func store(
    _ extent: TextExtent, into register: Character?, origin: Registers.Origin
  ) {
    guard register != "_" else { return }
    var text = buffer.text(in: extent.range)
    if extent.shape == .lines { text += "\n" }
    registers.store(
      RegisterContent(text, shape: extent.shape), in: register, origin: origin)
    if register == "+" || register == "*" { turn.emit(.setClipboard(text)) }
  }

  private mutating func setLetters(of extent: TextExtent, _ operation: Operator) {
    change(extent.range, operation.applied(to: buffer.text(in: extent.range)))
    moveCursor(to: extent.range.lowerBound)
  }
}

extension Motion.Extent {
  /// What `v` between an operator and a motion makes of it.
  fileprivate var turned: Motion.Extent { self == .exclusive ? .inclusive : .exclusive }
}

extension Operator {
  /// What an operator of letters makes of a text.
  func applied(to text: String) -> String {
    switch self {
    case .lowercase: text.lowercased()
    case .uppercase: text.uppercased()
    case .rot13:
      String(
        text.unicodeScalars.reduce(into: String.UnicodeScalarView()) {
          $0.append(Operator.turned($1))
        })
    default: Operator.toggledCase(text)
    }
  }

  private static func turned(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
    guard isLetter else { return scalar }
    let isInFirstHalf = (scalar.value | 0x20) < 0x6e
    return Unicode.Scalar(UInt8(isInFirstHalf ? scalar.value + 13 : scalar.value - 13))
  }

  /// The text with the case of each letter exchanged.
  static func toggledCase(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      result += character.isLowercase ? character.uppercased() : character.lowercased()
    }
  }
}

// MARK: - Whole lines

extension Editor {
  /// Moves lines by a step of indentation.
  mutating func shift(_ lines: ClosedRange<Int>, _ operation: Operator) {
    for line in lines where !meter.isSpent {
      meter.spend(2)
      if operation == .indent {
        indentLine(line)
      } else {
        outdentLine(line)
      }
    }
    if !state.isTyping { moveCursor(to: buffer.firstNonBlank(ofLine: lines.lowerBound)) }
  }

  /// Moves a line with text to the right: an item of a list under its own text, else a tab stop.
  mutating func indentLine(_ line: Int) {
    let text = buffer.text(in: buffer.lineRange(line).prefixRange(of: 256, in: buffer))
    guard !text.allSatisfy(\.isWhitespace) else { return }
    let start = buffer.lineStart(line)
    change(
      start..<start, text.hasPrefix("\t") ? "\t" : String(repeating: " ", count: indentStep(text)))
  }

  /// Moves a line to the left by a step of indentation, as far as there is any.
  mutating func outdentLine(_ line: Int) {
    let text = buffer.text(in: buffer.lineRange(line).prefixRange(of: 256, in: buffer))
    let start = buffer.lineStart(line)
    if text.hasPrefix("\t") { return change(start..<start + 1, "") }
    let spaces = text.prefix { $0 == " " }.count
    let removed = min(spaces, indentStep(text))
    if removed > 0 { change(start..<start + removed, "") }
  }

  private func indentStep(_ line: String) -> Int {
    let prefix = LinePrefix(line)
    return prefix.isListItem ? prefix.markerRange.count + 1 : options.tabWidth
  }
}

extension Range<Int> {
  /// The beginning of the range, at most that many bytes, up to a scalar boundary.
  func prefixRange(of bytes: Int, in buffer: TextBuffer) -> Range<Int> {
    count <= bytes ? self : lowerBound..<buffer.scalarStart(at: lowerBound + bytes)
  }
}
