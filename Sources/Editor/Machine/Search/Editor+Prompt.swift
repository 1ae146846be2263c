import TerminalUI

// MARK: - The search line

extension Editor {
  /// Opens the line for a pattern.
  mutating func openSearch(_ motion: Motion, _ command: ParsedCommand) {
    var line = EditorPrompt(
      motion == .searchForward ? .searchForward : .searchBackward, origin: cursor)
    line.command = command
    line.isVi = state != .plain
    dialogue.show(line)
  }

  /// Takes a key while the line is open.
  mutating func handlePrompt(_ key: KeyEvent) {
    if prompt?.awaitsRegister ?? false { return insertIntoPrompt(key) }
    switch (key.key, key.modifiers) {
    case (.escape, _), (.character("c"), .control): cancelPrompt()
    case (.enter, _): acceptPrompt()
    case (.backspace, []), (.character("h"), .control):
      if prompt?.text.isEmpty ?? true { return cancelPrompt() }
      editPrompt { $0.text.removeLast() }
    case (.character("w"), .control), (.backspace, _):
      editPrompt { $0.text = Editor.withoutLastWord($0.text) }
    case (.character("u"), .control): editPrompt { $0.text = "" }
    case (.character("r"), .control): dialogue.awaitRegister(true)
    case (.character("r"), .alt): editPrompt { $0.isRegex.toggle() }
    case (.character("c"), .alt):
      editPrompt { $0.isCaseSensitive = !($0.searchPattern?.isCaseSensitive ?? false) }
    case (.up, _): recallPrompt(1)
    case (.down, _): recallPrompt(-1)
    case (.character(let character), let modifiers) where modifiers.subtracting(.shift).isEmpty:
      editPrompt { $0.text.append(character) }
    case (.tab, _): editPrompt { $0.text.append("\t") }
    default: turn.emit(.unhandled(key))
    }
  }

  /// After `Ctrl-r`: what a register holds, or with `Ctrl-w` the word under the cursor.
  private mutating func insertIntoPrompt(_ key: KeyEvent) {
    dialogue.awaitRegister(false)
    let text: String? =
      switch (key.key, key.modifiers) {
      case (.character("w"), .control): wordUnderCursor()?.text
      case (.character(let name), []): registers[name]?.text
      default: nil
      }
    guard let text else { return fail() }
    pasteIntoPrompt(text)
  }

  mutating func pasteIntoPrompt(_ text: String) {
    editPrompt { $0.text += text.prefix { !$0.isNewline } }
  }

  private static func withoutLastWord(_ text: String) -> String {
    var text = text
    while text.last?.isWhitespace ?? false { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
    return text
  }

  private mutating func editPrompt(_ body: (inout EditorPrompt) -> Void) {
    guard var line = prompt else { return }
    body(&line)
    guard line.text.utf8.count <= max(EditorPrompt.longest, prompt?.text.utf8.count ?? 0) else {
      return fail()
    }
    line.historyIndex = 0
    dialogue.show(line)
    owePreview()
  }

  private mutating func recallPrompt(_ step: Int) {
    guard var line = prompt, line.kind != .replacement else { return }
    let index = min(max(0, line.historyIndex + step), search.history.count)
    line.historyIndex = index
    line.text = index == 0 ? "" : search.history[search.history.count - index]
    dialogue.show(line)
    owePreview()
  }

  /// The pattern changed: its match is looked for when the view is next looked at, so that keys
  /// that come faster than frames cost one search.
  private mutating func owePreview() {
    endSearch()
    if prompt?.kind != .replacement { dialogue.owePreview() }
  }

  /// Shows the match that Enter would go to, and counts all, as far as a frame may look for them;
  /// the application looks for the rest.
  mutating func previewPrompt() {
    guard var line = prompt else { return }
    let pattern = line.kind == .replacement ? line.pattern : line.previewedPattern
    line.problem = pattern?.problem
    line.matches = nil
    search.meet(nil)
    endSearch()
    var outcome = SearchOutcome.known(nil)
    if let pattern, line.problem == nil {
      var look = WorkMeter(steps: options.stepsPerEvent)
      let scope = line.scope ?? 0..<buffer.byteCount
      outcome = lookUp(pattern, from: line.place, spending: &look)
      search.meet(outcome.hit)
      let limit = searchedBytes(for: pattern)
      line.matches = pattern.count(
        in: scope, of: buffer, at: search.hit?.lowerBound ?? -1, within: limit, spending: &look)
      if outcome == .unknown || look.isSpent || scope.count > limit {
        request(pattern, from: line.place, counting: scope)
      }
    }
    dialogue.show(line)
    dialogue.previewed()
    // The view stays until it is known where to go.
    if outcome != .unknown { dialogue.preview(search.hit?.lowerBound) }
  }

  private mutating func cancelPrompt() {
    guard let line = prompt else { return }
    dialogue.closeLine()
    search.meet(nil)
    endSearch()
    caret.extend(to: min(line.origin, buffer.byteCount))
    if !state.isVisual, state != .plain { caret.collapse() }
  }

  mutating func acceptPrompt() {
    guard let line = prompt else { return }
    if line.kind == .replacement { return startReplacing(line) }
    // An empty line means the last pattern, as in vi.
    guard let pattern = line.searchPattern ?? search.pattern else { return cancelPrompt() }
    if let problem = pattern.problem {
      cancelPrompt()
      return fail(.badPattern(pattern.source, reason: problem))
    }
    if line.kind != .find, awaitsSearch(for: pattern, from: line.place) { return }
    search.remember(pattern.source)
    if line.kind == .find { return askForReplacement(pattern, line) }
    search.look(for: pattern, isBackward: line.kind == .searchBackward)
    cancelPrompt()
    finishSearch(line.command)
  }

  /// Goes to the match, or lets the waiting operator take the text up to it.
  private mutating func finishSearch(_ command: ParsedCommand) {
    var command = command
    command.action = .motion(.searchNext)
    guard state == .plain else {
      let last = playback.change
      perform(command)
      if playback.change?.command != last?.command { playback.rename(command) }
      return
    }
    if let target = target(of: .searchNext, command, for: nil) { selectHit(at: target) }
  }
}

// MARK: - Going to matches

extension Editor {
  /// Where a search motion leads; a message says when the pattern is nowhere.
  mutating func search(_ motion: Motion, count: Int) -> Int? {
    if motion == .searchWordForward || motion == .searchWordBackward {
      guard let word = wordUnderCursor() else { return nil }
      search.look(
        for: SearchPattern(word.text, kind: word.kind, isCaseSensitive: true),
        isBackward: motion == .searchWordBackward)
      search.remember(word.text)
      return advance(from: word.start, isBackward: search.isBackward, count: count)
    }
    let isBackward = search.isBackward != (motion == .searchPrevious)
    return advance(from: cursor, isBackward: isBackward, count: count)
  }

  private mutating func advance(from offset: Int, isBackward: Bool, count: Int) -> Int? {
    guard let pattern = search.pattern else { return nil }
    var position = offset
    for _ in 0..<min(count, 10_000) where !meter.isSpent {
      let place = SearchPlace(offset: position, isBackward: isBackward)
      guard let hit = nearest(pattern, from: place) else {
        turn.emit(.message(.patternNotFound(pattern.source)))
        return nil
      }
      if isBackward ? hit.lowerBound >= position : hit.lowerBound <= position {
        turn.emit(.message(.searchWrapped))
      }
      position = hit.lowerBound
      search.meet(hit)
    }
    search.highlight(true)
    return position
  }

  /// The next match from a place, going on at the other end of the text.
  private mutating func nearest(
    _ pattern: SearchPattern, from place: SearchPlace
  ) -> Range<Int>? {
    if case .known(let hit) = lookUp(pattern, from: place) { return hit }
    return find(pattern, from: place)
  }

  /// The next match from a place, however far away; nil, too, when the work is spent before.
  mutating func find(_ pattern: SearchPattern, from place: SearchPlace) -> Range<Int>? {
    meter.spend(20)
    for part in place.parts(of: buffer) where !meter.isSpent {
      let hit =
        place.isBackward
        ? pattern.last(in: part, of: buffer, spending: &meter)
        : pattern.first(in: part, of: buffer, spending: &meter)
      if let hit { return hit }
    }
    return nil
  }

  /// The word at the cursor or after it in the line, for `*`.
  func wordUnderCursor() -> (text: String, start: Int, kind: SearchPattern.Kind)? {
    let lineEnd = buffer.lineRange(buffer.line(at: cursor)).upperBound
    var start = cursor
    let end = min(lineEnd, cursor + TextBuffer.longestRun)
    while start < end, !isWordLike(start) { start = buffer.offset(after: start) }
    if start >= end {
      start = cursor
      while start < end, buffer.characterClass(at: start, big: false) == .blank {
        start = buffer.offset(after: start)
      }
    }
    guard start < end else { return nil }
    let kind = buffer.characterClass(at: start, big: false)
    let lineStart = max(
      buffer.lineStart(buffer.line(at: cursor)), start - TextBuffer.longestRun)
    while start > lineStart,
      buffer.characterClass(at: buffer.offset(before: start), big: false) == kind
    {
      start = buffer.offset(before: start)
    }
    let last = buffer.wordEnd(after: start, big: false, staying: true)
    let text = buffer.text(in: start..<buffer.offset(after: last))
    guard text.utf8.count <= EditorPrompt.longest else { return nil }
    return (text, start, kind == .punctuation ? .literal : .word)
  }

  private func isWordLike(_ offset: Int) -> Bool {
    let kind = buffer.characterClass(at: offset, big: false)
    return kind != .blank && kind != .punctuation
  }
}
