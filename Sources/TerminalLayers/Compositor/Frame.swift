import Foundation
import NoteReading
import Settings
import TerminalUI

/// What every component needs to draw one frame.
package struct Frame {
  /// The styles by scope.
  package var theme: Theme
  /// Borders, bars and flags for the terminal's character set.
  package var glyphs: GlyphSet
  /// The time that relative times are counted from.
  package var now: Date
  /// The moment of the frame, as the program counts it: for how long ago somebody did something.
  package var elapsed = Duration.zero
  /// Whose days and months are meant.
  package var calendar: Calendar
  /// The form of dates before yesterday.
  package var datePattern = DatePattern.standard
  /// Whether the component that draws has the focus, so that it places the cursor.
  package var isFocused = false
  /// Whether nothing is drawn that a screen reader would read as noise: no lines, no boxes.
  package var isPlain = false

  package init(theme: Theme, glyphs: GlyphSet, now: Date, calendar: Calendar) {
    self.theme = theme
    self.glyphs = glyphs
    self.now = now
    self.calendar = calendar
  }

  /// How long ago a time is, in the person's form of dates.
  package func relativeTime(_ date: Date) -> String {
    RelativeTime.text(for: date, now: now, calendar: calendar, pattern: datePattern)
  }

  /// The style of a scope of the theme.
  package func style(_ scope: String) -> Style { theme.style(for: scope) }

  /// The style of a part of a row in the row's style.
  ///
  /// A selected row has colours of its own, which can be read on each other, and in a reversed one
  /// a colour would become a block: there the part only adds its attributes.
  package func style(_ scope: String, on row: Style) -> Style {
    let part = style(scope)
    let isOrdinary =
      row.background == nil || row.background == theme.text.background
      || row.background == theme.popup.background
    let isSpecial = !isOrdinary || row.modifiers.contains(.reversed)
    guard isSpecial, part.background == nil else { return row.overlaid(with: part) }
    return row.overlaid(with: Style(modifiers: part.modifiers))
  }

  /// The style of a selected word, which has no sign next to it: reversed where the theme has no
  /// background for what is selected, as a colour alone is not seen by everybody.
  package var selectedWord: Style {
    let selection = style("ui.selection")
    guard selection.background == nil else { return selection }
    return selection.overlaid(with: Style(modifiers: .reversed))
  }

  /// The sign at the left of a selected row: a bar in the colour of the focus on the row's
  /// background, or > where lines would be noise; nothing in a reversed row, which it would notch.
  package func selectionBar(on row: Style) -> StyledRun? {
    guard !row.modifiers.contains(.reversed) else { return nil }
    let accent = Style(foreground: style("ui.title.focus").foreground, modifiers: .bold)
    return StyledRun(
      isPlain ? ">" : String(glyphs.selectionBar),
      style: isFocused ? row.overlaid(with: accent) : row)
  }
}
