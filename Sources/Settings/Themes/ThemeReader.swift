import MarfaModel
import TerminalUI

/// Turns the text of a theme file into a definition and remarks.
struct ThemeReader {
  private(set) var definition = ThemeDefinition()
  private(set) var diagnostics: [Diagnostic] = []
  private let file: String

  private init(file: String) { self.file = file }

  /// Reads a text; what is wrong is left out.
  static func read(
    _ text: String, file: String
  ) -> (definition: ThemeDefinition, diagnostics: [Diagnostic]) {
    var reader = ThemeReader(file: file)
    let (root, problems) = YAMLDocument.read(text, file: file)
    if let root { reader.read(root) } else { reader.definition.isUnreadable = true }
    reader.diagnostics = (problems + reader.diagnostics).byPlace
    return (reader.definition, reader.diagnostics)
  }

  private mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, at position: SourcePosition
  ) {
    diagnostics.append(Diagnostic(severity, file: file, position: position, message: message))
  }

  // MARK: - Walking

  private mutating func read(_ root: YAMLValue) {
    guard let entries = root.mapping else {
      definition.isUnreadable = true
      if root.isNull { return report(.error, "the theme is empty", at: root.position) }
      return report(.error, "expected 'scope: colour', found \(root.kindName)", at: root.position)
    }
    for entry in entries {
      switch entry.key {
      case "inherits": readParent(entry)
      case "palette": readPalette(entry)
      default: readStyle(entry)
      }
    }
  }

  private mutating func readParent(_ entry: YAMLValue.Entry) {
    guard let name = entry.value.text, !entry.value.isNull, !name.contains("/") else {
      return report(.error, "'inherits' needs a theme's name", at: entry.position)
    }
    definition.parentName = name
    definition.parentPosition = entry.value.position
  }

  private mutating func readPalette(_ entry: YAMLValue.Entry) {
    if entry.value.isNull { return }
    guard let colors = entry.value.mapping else {
      return report(.error, "'palette' holds 'name: colour'", at: entry.value.position)
    }
    for color in colors {
      definition.palette[color.key] = reference(color.value, key: color)
    }
  }

  private mutating func readStyle(_ entry: YAMLValue.Entry) {
    guard ThemeScope.names.contains(entry.key) else {
      let names = ThemeScope.all.map(\.name) + ["palette", "inherits"]
      return report(
        .warning, "unknown scope '\(entry.key)'" + Spelling.hint(for: entry.key, among: names),
        at: entry.position)
    }
    definition.positions[entry.key] = entry.position
    if let parts = entry.value.mapping {
      definition.styles[entry.key] = style(parts)
    } else if let color = reference(entry.value, key: entry) {
      definition.styles[entry.key] = ThemeDefinition.StyleDefinition(foreground: color)
    }
  }

  // MARK: - Values

  private mutating func style(_ parts: [YAMLValue.Entry]) -> ThemeDefinition.StyleDefinition {
    var style = ThemeDefinition.StyleDefinition()
    for part in parts {
      switch part.key {
      case "fg": style.foreground = reference(part.value, key: part)
      case "bg": style.background = reference(part.value, key: part)
      case "modifiers": style.modifiers = modifiers(part.value)
      default:
        let hint = Spelling.hint(for: part.key, among: ["fg", "bg", "modifiers"])
        report(.warning, "unknown part '\(part.key)'" + hint, at: part.position)
      }
    }
    return style
  }

  private mutating func reference(
    _ value: YAMLValue, key: YAMLValue.Entry
  ) -> ThemeDefinition.ColorReference? {
    if value.isNull {
      report(
        .error,
        "'\(key.key)' has no colour; '#' begins a comment unless it is quoted: \"#rrggbb\"",
        at: key.position)
      return nil
    }
    guard let text = value.text else {
      report(.error, "'\(key.key)' needs a colour, found \(value.kindName)", at: value.position)
      return nil
    }
    return ThemeDefinition.ColorReference(text: text, file: file, position: value.position)
  }

  private mutating func modifiers(_ value: YAMLValue) -> TextModifiers {
    var result: TextModifiers = []
    for word in value.sequence ?? (value.isNull ? [] : [value]) {
      if let text = word.text, let modifier = Self.modifierNames[text] {
        result.insert(modifier)
      } else {
        let names = Self.modifierNames.keys.sorted()
        let hint = word.text.map { Spelling.hint(for: $0, among: names) } ?? ""
        report(
          .error, "'\(word.text ?? word.kindName)' is not a modifier" + hint, at: word.position)
      }
    }
    return result
  }

  /// The names of modifiers in themes.
  static let modifierNames: [String: TextModifiers] = [
    "bold": .bold, "dim": .dim, "italic": .italic, "underlined": .underlined,
    "reversed": .reversed, "strikethrough": .strikethrough,
  ]
}
