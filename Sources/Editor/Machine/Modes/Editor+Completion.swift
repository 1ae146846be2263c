import NoteMarkup

// MARK: - Names of notes and tags

extension Editor {
  /// The completion that is open: what was typed so far and where; nil when none is.
  public var completion: CompletionRequest? { completing.request }

  /// Puts a chosen name where the person began to type it; a link is closed with `]]`.
  ///
  /// - Parameters:
  ///   - text: The note's title or the tag's name, without brackets or `#`.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: What the application is to do, in order; nothing if no completion is open.
  public mutating func acceptCompletion(
    _ text: String, at time: Duration
  ) -> [EditorEffect] {
    take(.completion(text), at: time)
  }

  mutating func complete(with text: String) {
    guard let request = completing.request else { return }
    let end = request.range.upperBound
    let isClosed = buffer.byte(at: end) == UInt8(ascii: "]")
    let closing = request.kind == .link && !isClosed ? "]]" : ""
    let removed = buffer.text(in: request.range).count
    change(request.range, text + closing)
    let skipped = request.kind == .link && isClosed ? 2 : 0
    let place = request.range.lowerBound + text.utf8.count + closing.utf8.count + skipped
    caret.place(at: min(place, buffer.byteCount))
    if request.kind == .link { completing.close(at: cursor) }
    remember(.completion(removed: removed, text: text + closing))
    endCompletion()
  }

  /// Opens the completion again after it was cancelled.
  mutating func restartCompletion() { completing.restart() }

  mutating func endCompletion() {
    guard completing.request != nil else { return }
    completing.suppress()
    turn.emit(.endCompletion)
  }

  /// Compares what is before the cursor with the open completion.
  mutating func updateCompletion() {
    guard state.isTyping, prompt == nil, selection.isCaret else { return endCompletion() }
    // Only typing opens one; moving through old text does not.
    guard !turn.changes.isEmpty || completing.request != nil || !completing.isSuppressed else {
      return
    }
    guard let found = completionBeforeCursor() else {
      endCompletion()
      if !turn.changes.isEmpty { completing.allow() }
      return
    }
    if found.range.isEmpty, !turn.changes.isEmpty { completing.allow() }
    guard found != completing.request, !completing.isSuppressed else { return }
    guard !turn.changes.isEmpty || completing.request != nil else { return }
    completing.open(found)
    turn.emit(.requestCompletion(found))
  }

  /// How many bytes before the cursor are looked at for a name that is begun.
  private static let completionReach = 200

  private func completionBeforeCursor() -> CompletionRequest? {
    // Looked for with each key: the line's number, and a line's start far away, are not needed.
    let bytes = buffer.bytes(in: max(0, cursor - Self.completionReach - 1)..<cursor)
    let feed = bytes.lastIndex(of: 0x0a)
    let isWholeLine = feed != nil || bytes.count <= Self.completionReach
    let window = Array(bytes[(feed.map { $0 + 1 } ?? (isWholeLine ? 0 : 1))...])
    let start = cursor - window.count
    if let open = Editor.openLink(window) {
      return request(.link, start + open)
    }
    guard let hash = window.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let text = String(decoding: window[(hash + 1)...], as: UTF8.self)
    let before = String(decoding: window[..<hash], as: UTF8.self).last
    guard text.allSatisfy(TagGrammar.isTagCharacter),
      before.map(TagGrammar.mayFollow) ?? isWholeLine
    else { return nil }
    return request(.tag, start + hash + 1)
  }

  private func request(_ kind: CompletionRequest.Kind, _ start: Int) -> CompletionRequest {
    CompletionRequest(kind: kind, query: buffer.text(in: start..<cursor), range: start..<cursor)
  }

  /// Where the text of an unclosed `[[` begins in what is before the cursor.
  private static func openLink(_ window: [UInt8]) -> Int? {
    var index = window.count - 1
    while index >= 1 {
      if window[index] == UInt8(ascii: "]") { return nil }
      if window[index] == UInt8(ascii: "["), window[index - 1] == UInt8(ascii: "[") {
        return index + 1
      }
      index -= 1
    }
    return nil
  }
}
