/// A stream of which a test knows when its reader has taken everything in.
@MainActor package final class Mailbox<Element: Sendable> {
  private var waiting: [Element] = []
  private var reader: CheckedContinuation<Element?, Never>?
  private var idlers: [CheckedContinuation<Void, Never>] = []
  private var isFinished = false

  /// Nothing is in it.
  package init() {}

  /// The stream; it has one reader.
  package nonisolated var stream: AsyncStream<Element> {
    AsyncStream { await self.next() }
  }

  /// Hands the reader an element.
  package func put(_ element: Element) {
    guard !isFinished else { return }
    guard let reader else { return waiting.append(element) }
    self.reader = nil
    reader.resume(returning: element)
  }

  /// Ends the stream once everything is read.
  package func finish() {
    isFinished = true
    reader?.resume(returning: nil)
    reader = nil
    wakeIdlers()
  }

  /// Waits until the reader has dealt with everything and asks for more.
  package func emptied() async {
    if isFinished || (waiting.isEmpty && reader != nil) { return }
    await withCheckedContinuation { idlers.append($0) }
  }

  private func next() async -> Element? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if isFinished { return nil }
    wakeIdlers()
    return await withCheckedContinuation { reader = $0 }
  }

  private func wakeIdlers() {
    for idler in idlers { idler.resume() }
    idlers = []
  }
}
