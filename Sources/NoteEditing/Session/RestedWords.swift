import Editor

/// The number of words when typing last paused; it does not change with each word.
@MainActor final class RestedWords {
  private(set) var count: Int
  private var wake: (any ScheduledAction)?

  /// Begins with a number.
  init(_ count: Int) { self.count = count }

  /// Counts now.
  func count(_ buffer: TextBuffer) { count = buffer.wordCount }

  /// Counts once typing rests: a text that is stored with every key has a rest of its own for that.
  func countSoon(_ host: any NoteSessionHost, _ buffer: @escaping @MainActor () -> TextBuffer?) {
    wake?.cancel()
    wake = host.schedule(after: .milliseconds(host.autosaveMilliseconds)) {
      [weak self, weak host] in
      guard let self, let buffer = buffer() else { return }
      count(buffer)
      host?.drawSoon()
    }
  }
}
