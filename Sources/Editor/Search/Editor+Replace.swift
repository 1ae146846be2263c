import TerminalUI

// MARK: - Search and replace

extension Editor {
  /// Opens the line for what is to be replaced: in the selection if there is one, else in all.
  mutating func beginReplacement() {
    var line = EditorPrompt(.find, origin: cursor)
    if state.isVisual {
      line.scope = visualExtent.range
      leaveVisual()
    } else if state == .plain, !selection.isCaret {
      line.scope = selection.start..<selection.end
    }
    if let scope = line.scope { line.origin = scope.lowerBound }
    prompt = line
  }

  mutating func askForReplacement(_ pattern: SearchPattern, _ line: EditorPrompt) {
    search.pattern = pattern
    search.isHighlighted = true
    var next = line
    next.kind = .replacement
    next.text = ""
    next.pattern = pattern
    prompt = next
  }

  mutating func startReplacing(_ line: EditorPrompt) {
    prompt = nil
    previewOffset = nil
    guard let pattern = line.pattern else { return }
    let origin = min(line.origin, buffer.byteCount)
    let parts = line.scope.map { [$0] } ?? [origin..<buffer.byteCount, 0..<origin]
    let all = line.scope ?? 0..<buffer.byteCount
    history.closeStep(cursor: cursor)
    var session = ReplacementSession(
      pattern: pattern, template: line.text, match: 0..<0,
      total: pattern.count(in: all, of: buffer, at: -1), parts: parts, origin: origin)
    guard session.advance(in: buffer) else {
      return fail(.patternNotFound(pattern.text))
    }
    session.number = 1
    confirmation = session
    showMatch()
  }

  /// Takes an answer: `y`, `n`, `a`, `q`; Escape is `q`.
  mutating func handleConfirmation(_ key: KeyEvent) {
    switch key.key {
    case .character("y"), .enter: answer(replaces: true)
    case .character("n"): answer(replaces: false)
    case .character("a"):
      while confirmation != nil { answer(replaces: true) }
    case .character("q"), .escape: endReplacing()
    case .character("c") where key.modifiers == .control: endReplacing()
    default: effects.append(.bell)
    }
  }

  private mutating func answer(replaces: Bool) {
    guard let session = confirmation else { return }
    if replaces {
      let text = session.pattern.replacement(
        for: session.match, template: session.template, in: buffer)
      // The change closes the match to a point before the new text; the search goes on behind it.
      change(session.match, text)
      selection = Selection(at: session.match.lowerBound)
      confirmation?.replaced += 1
    }
    confirmation?.number += 1
    if confirmation?.advance(in: buffer) ?? false {
      showMatch()
    } else {
      endReplacing()
    }
  }

  private mutating func showMatch() {
    guard let session = confirmation else { return }
    search.hit = session.match
    selection = Selection(at: session.match.lowerBound)
    goal = nil
  }

  private mutating func endReplacing() {
    guard let session = confirmation else { return }
    confirmation = nil
    search.hit = nil
    history.closeStep(cursor: cursor)
    effects.append(.message(.replaced(session.replaced)))
    if session.replaced == 0 { selection = Selection(at: min(session.origin, buffer.byteCount)) }
  }
}

extension ReplacementSession {
  /// Goes to the next match; false when there is none.
  mutating func advance(in buffer: TextBuffer) -> Bool {
    while let part = parts.first {
      if let found = pattern.first(in: part, of: buffer), found.upperBound <= part.upperBound {
        match = found
        parts[0] = found.upperBound..<part.upperBound
        return true
      }
      parts.removeFirst()
    }
    return false
  }
}

extension SearchPattern {
  /// What replaces a match: the template, with the groups of an expression filled in.
  func replacement(for match: Range<Int>, template: String, in buffer: TextBuffer) -> String {
    guard let expression else { return template }
    let line = buffer.lineRange(buffer.line(at: match.lowerBound))
    let text = buffer.text(in: line)
    let start = text.utf8.index(text.startIndex, offsetBy: match.lowerBound - line.lowerBound)
    guard let found = text.matches(of: expression).first(where: { $0.range.lowerBound == start })
    else { return template }
    let groups = found.output.map { $0.substring.map(String.init) ?? "" }
    return SearchPattern.filled(template, groups)
  }

  private static func filled(_ template: String, _ groups: [String]) -> String {
    var result = ""
    var rest = Substring(template)
    while let character = rest.popFirst() {
      guard character == "$" || character == "\\", let next = rest.first else {
        result.append(character)
        continue
      }
      if let number = next.wholeNumberValue, next.isASCII {
        rest.removeFirst()
        result += number < groups.count ? groups[number] : ""
      } else if character == "\\", next == "n" || next == "t" || next == "\\" || next == "$" {
        rest.removeFirst()
        result += next == "n" ? "\n" : next == "t" ? "\t" : String(next)
      } else {
        result.append(character)
      }
    }
    return result
  }
}
