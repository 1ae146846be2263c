import TerminalUI

/// Lays out notes away from the main actor.
///
/// One at a time; a task that is cancelled stops within some hundred blocks.
package actor NoteRenderer {
  /// Steps between two looks at the task.
  private static let stepsBetweenChecks = 512

  package init() {}

  /// Lays out a text.
  ///
  /// - Parameters:
  ///   - text: The note's text.
  ///   - options: The width and the looks.
  /// - Returns: The document; as plain lines when the text is very large.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func render(_ text: String, options: RenderOptions) throws -> RenderedDocument {
    try Task.checkCancellation()
    if text.utf8.count > RenderOptions.plainThreshold, options.maximumLines == nil {
      return RenderedDocument(
        try WrappedText(text, width: options.width, check: Task.checkCancellation))
    }
    guard text.utf8.count <= RenderOptions.plainThreshold else {
      return MarkdownRenderer.render(text, options: options)
    }
    var renderer = MarkdownRenderer(text, options: options)
    var steps = 0
    while renderer.step() {
      steps += 1
      if steps % Self.stepsBetweenChecks == 0 { try Task.checkCancellation() }
    }
    return renderer.finish()
  }
}
