import TerminalLayers

extension Context {
  /// What every component needs to draw a frame now.
  ///
  /// - Parameter isFocused: Whether the panes have the keys, and no layer above them.
  /// - Returns: The time, the theme and the person's forms.
  func frame(isFocused: Bool) -> Frame {
    var frame = Frame(
      theme: settings.theme, glyphs: settings.glyphs, now: now(), calendar: settings.calendar)
    frame.elapsed = elapsed()
    frame.datePattern = settings.datePattern
    frame.isPlain = settings.isPlain
    frame.isFocused = isFocused
    return frame
  }
}
