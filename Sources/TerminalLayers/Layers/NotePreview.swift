import MarfaSDK
import NoteReading
import TerminalUI

/// The beginning of a note next to what it is chosen from.
@MainActor package final class NotePreview {
  private let context: Context
  private var wantedId: String?
  private var note: NoteText?
  private var reading: Task<Void, Never>?
  /// What the document was made for.
  private var shown: Shown?
  private var document = RenderedDocument()

  private struct Shown: Hashable {
    var note: NoteText
    var options: RenderOptions
  }

  /// Shows nothing yet.
  package init(context: Context) { self.context = context }

  /// Shows another note as soon as it is read; the one before stays until then.
  ///
  /// - Parameter id: The note's id; nil shows nothing.
  package func show(_ id: String?) {
    guard id != wantedId else { return }
    reading?.cancel()
    (wantedId, reading) = (id, nil)
    guard let id else { return note = nil }
    reading = Task { [weak self, context] in
      // Without its text there is nothing to see; choosing the note says why.
      let text = try? await context.client.store.noteText(id: id)
      guard !Task.isCancelled, let self else { return }
      note = text
      context.host.requestFrame()
    }
  }

  /// Waits until the note is read.
  package func finishReading() async { await reading?.value }

  /// Lays out what fits.
  func update(in rect: Rect, _ frame: Frame) {
    guard let note, rect.rows > 0 else {
      (document, shown) = (RenderedDocument(), nil)
      return
    }
    var options = RenderOptions(
      width: rect.columns, styles: MarkdownStyles(frame.theme.style),
      isASCII: frame.glyphs.isASCII, maximumLines: rect.rows)
    options.joinsLines = context.settings.configuration.joinsLines
    options.shownTitle = note.title
    let wanted = Shown(note: note, options: options)
    guard wanted != shown else { return }
    shown = wanted
    document = MarkdownRenderer.render(note.body, options: options)
  }

  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) {
    let ground = frame.style("ui.popup")
    for (index, line) in document.lines.prefix(rect.rows).enumerated() {
      var place = Point(column: rect.minColumn, row: rect.minRow + index)
      for run in line.runs {
        place.column = surface.draw(
          run.text, at: place, clip: rect, style: ground.overlaid(with: run.style))
      }
    }
  }
}
