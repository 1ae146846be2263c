import NoteReading
import TerminalUI

/// Lays out the shown note: small ones at once, large ones away from the main actor.
@MainActor package final class NoteRendering {
  /// The most bytes of a text that is laid out within the frame.
  package static let immediateBytes = 32 << 10

  /// What a rendering depends on.
  private struct Key: Hashable {
    package var text: String
    package var options: RenderOptions
  }

  private let renderer = NoteRenderer()
  private var key: Key?
  private var task: Task<Void, Never>?

  package init() {}

  /// Lays out the text unless that was done for the same text and options.
  ///
  /// - Parameters:
  ///   - text: The note's text.
  ///   - options: The width and the looks.
  ///   - rows: How many lines a first screen has; nil when something is on the screen already.
  ///   - arrived: Takes the whole document when it is made later.
  /// - Returns: What to show at once: the whole of a small note, the first screen of a large one.
  package func document(
    of text: String, options: RenderOptions, firstScreen rows: Int?,
    arrived: @escaping @MainActor (RenderedDocument) -> Void
  ) -> RenderedDocument? {
    let key = Key(text: text, options: options)
    guard key != self.key else { return nil }
    cancel()
    self.key = key
    if text.utf8.count <= Self.immediateBytes {
      return MarkdownRenderer.render(text, options: options)
    }
    task = Task { [renderer] in
      // The only error is that the task was cancelled; then another document is under way.
      guard let document = try? await renderer.render(text, options: options), !Task.isCancelled
      else { return }
      arrived(document)
    }
    var head = options
    head.maximumLines = rows
    return rows == nil ? nil : MarkdownRenderer.render(text, options: head)
  }

  /// Forgets the note, and stops laying it out.
  package func cancel() {
    task?.cancel()
    task = nil
    key = nil
  }

  /// Waits until nothing is being laid out.
  package func finish() async { await task?.value }
}
