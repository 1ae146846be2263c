// MARK: - Selections that grow, and that stay

extension Editor {
  /// Makes a selection larger by the next word or sentence, on the side of the cursor.
  ///
  /// - Parameters:
  ///   - object: What was asked for.
  ///   - count: How many of it.
  /// - Returns: False for other objects, and while a single cluster is selected.
  mutating func growSelection(by object: TextObject, count: Int) -> Bool {
    // Lines give way to what is between brackets or quotes, as in vi.
    if state == .visualLines, object.isDelimited, let found = extent(of: object, count: count),
      found.shape != .lines
    {
      modes.enter(.visual)
    }
    guard state == .visual, !selection.isCaret,
      [.word, .bigWord, .sentence].contains(object.kind)
    else { return false }
    for _ in 0..<count where !meter.isSpent {
      meter.spend(20)
      if object.kind == .sentence { chargeSentences(around: buffer.line(at: cursor)) }
      guard let head = grownHead(by: object) else {
        fail()
        return true
      }
      moveCursor(to: head)
    }
    return true
  }

  /// Where the cursor goes when the selection gets one more; nil at the end of the text.
  private func grownHead(by object: TextObject) -> Int? {
    var editor = self
    editor.modes.enter(.normal)
    guard selection.head >= selection.anchor else { return editor.headBefore(by: object) }
    var next = buffer.offset(after: selection.head)
    let line = buffer.line(at: selection.head)
    if buffer.lineRange(line).upperBound <= next {
      guard line < buffer.lastCountedLine else { return nil }
      next = buffer.lineStart(line + 1)
    }
    editor.caret.place(at: next)
    // White space under the cursor goes before the thing, other white space after it.
    guard let extent = editor.extent(of: object, count: 1) else { return nil }
    return buffer.offset(before: max(extent.range.upperBound, buffer.offset(after: next)))
  }

  /// The same towards the beginning of the text.
  private mutating func headBefore(by object: TextObject) -> Int? {
    guard selection.head > 0 else { return nil }
    var place = buffer.offset(before: selection.head)
    if buffer.isLineBreak(at: place), !buffer.isLineStart(place) {
      place = buffer.offset(before: place)
    }
    caret.place(at: place)
    let inner = TextObject(.inner, object.kind)
    guard var start = extent(of: inner, count: 1)?.range.lowerBound else { return nil }
    guard object.scope == .around, !buffer.isLineStart(start) else { return min(start, place) }
    // Of a word the white space before it goes along; of white space the word.
    let isBlank = buffer.characterClass(at: place, big: true) == .blank
    let before = buffer.offset(before: start)
    guard isBlank || buffer.characterClass(at: before, big: true) == .blank else { return start }
    caret.place(at: before)
    start = extent(of: inner, count: 1)?.range.lowerBound ?? start
    return min(start, place)
  }

  /// Moves, from after the line if a selection goes to there; after `$` it does.
  mutating func travel(_ motion: Motion, _ command: ParsedCommand) {
    let head = selection.head
    if startsBehindLine || (state == .visual && visual.takesLineEnd && head >= selection.anchor) {
      caret.extend(to: buffer.lineRange(buffer.line(at: head)).upperBound)
    }
    guard let target = target(of: motion, command, for: nil) else {
      caret.extend(to: head)
      return fail()
    }
    arrive(at: target, by: motion)
    let isForward = selection.head >= selection.anchor
    if state == .visual, caret.goal?.line == .max, isForward { visual.takeLineEnd(true) }
  }

  /// Does a change that keeps the clusters of each line, as that of their case: what was selected
  /// last stays so, which would shrink to the beginning of what was replaced.
  ///
  /// - Parameters:
  ///   - isKept: Whether the change is such a one.
  ///   - body: The change.
  mutating func keepingLastVisual(if isKept: Bool = true, _ body: (inout Editor) -> Void) {
    guard isKept, let last = visual.last else { return body(&self) }
    let places = [last.selection.anchor, last.selection.head].map { offset in
      let line = buffer.line(at: min(offset, buffer.byteCount))
      return (
        line, buffer.text(in: buffer.lineStart(line)..<max(buffer.lineStart(line), offset)).count
      )
    }
    body(&self)
    let ends = places.map { line, clusters in
      let text = buffer.lineText(line).prefix(clusters)
      return buffer.lineStart(line) + text.utf8.count
    }
    visual.replaceLast(Selection(anchor: ends[0], head: ends[1]))
    marks[Marks.visualEnds.start] = min(ends[0], ends[1])
    marks[Marks.visualEnds.end] = max(ends[0], ends[1])
  }
}

extension TextObject {
  /// Whether signs are at both its ends.
  fileprivate var isDelimited: Bool {
    switch kind {
    case .doubleQuotes, .singleQuotes, .backticks, .parentheses, .squareBrackets, .braces,
      .angleBrackets:
      true
    default: false
    }
  }
}

extension Operator {
  /// Whether each line has as many clusters afterwards.
  var keepsClusters: Bool {
    switch self {
    case .toggleCase, .lowercase, .uppercase, .rot13: true
    default: false
    }
  }
}
