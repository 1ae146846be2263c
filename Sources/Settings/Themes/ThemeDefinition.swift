import MarfaModel
import TerminalUI

/// A theme as written: names of colours not yet looked up, parents not yet merged.
package struct ThemeDefinition: Hashable, Sendable {
  /// A colour as written, with its place.
  package struct ColorReference: Hashable, Sendable {
    var text: String
    var file: String
    var position: SourcePosition
  }

  /// A style as written.
  package struct StyleDefinition: Hashable, Sendable {
    var foreground: ColorReference?
    var background: ColorReference?
    var modifiers: TextModifiers = []
  }

  /// The theme that fills what this one leaves out; with its place.
  package var parent: (name: String, position: SourcePosition)? {
    parentName.map { ($0, parentPosition) }
  }
  var parentName: String?
  /// Whether nothing of the file could be read.
  var isUnreadable = false
  var parentPosition = SourcePosition(line: 1, column: 1)
  /// Names for colours.
  package var palette: [String: ColorReference] = [:]
  /// The styles by scope.
  package var styles: [String: StyleDefinition] = [:]
  /// Where each scope was given.
  var positions: [String: SourcePosition] = [:]

  /// The definition over its parent's: its palette, too, wins in the parent's styles.
  package func merged(over parent: ThemeDefinition) -> ThemeDefinition {
    var merged = self
    merged.parentName = nil
    merged.palette.merge(parent.palette) { own, _ in own }
    merged.styles.merge(parent.styles) { own, _ in own }
    return merged
  }

  /// Looks up every colour.
  ///
  /// - Parameter name: The theme's name.
  /// - Returns: The theme, and an error for each colour that is none; that colour is left to what
  ///   is below.
  package func theme(named name: String) -> (theme: Theme, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    var entries: [String: Style] = [:]
    for (scope, style) in styles {
      entries[scope] = Style(
        foreground: style.foreground.flatMap { color($0, &diagnostics) },
        background: style.background.flatMap { color($0, &diagnostics) },
        modifiers: style.modifiers)
    }
    let sorted = Set(diagnostics).sorted {
      ($0.file, $0.position?.line ?? 0, $0.message) < ($1.file, $1.position?.line ?? 0, $1.message)
    }
    return (Theme(name: name, entries: entries), sorted)
  }

  private func color(_ reference: ColorReference, _ diagnostics: inout [Diagnostic]) -> Color? {
    let inPalette = palette[reference.text]
    // A palette may rename an ANSI colour, but its own entries are never looked up in it again.
    if let color = ColorName.color((inPalette ?? reference).text) { return color }
    let place = inPalette ?? reference
    let names = palette.keys.sorted() + ["default"] + ColorName.ansi
    diagnostics.append(
      Diagnostic(
        .error, file: place.file, position: place.position,
        message: "'\(place.text)' is not a colour: use a name, a number up to 255 or \"#rrggbb\""
          + Spelling.hint(for: place.text, among: names)))
    return nil
  }
}
