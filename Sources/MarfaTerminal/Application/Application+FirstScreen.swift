import TerminalUI

extension Application {
  /// Reads what the first frame shows, so that it can be drawn once and whole.
  ///
  /// - Parameter size: The terminal's size.
  package func readFirstScreen(size: Size) async {
    _ = render(size: size)
    if workspace.layout.panes[.sources] == nil {
      await workspace.list.window.settle()
    } else {
      await context.store.settle()
    }
    // The list selects its first note as it is drawn, which then is read.
    _ = render(size: size)
    await workspace.note.finishLoading()
    // What links to the note takes rows of it, which would move in the next frame.
    _ = render(size: size)
    await workspace.note.drawer?.finishFirstReading()
  }
}
