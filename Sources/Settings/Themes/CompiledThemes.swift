import TerminalUI

/// The themes that need no file.
package enum CompiledThemes {
  /// The compiled theme of a name, or nil.
  package static func entries(named name: String) -> [String: Style]? {
    switch name {
    case "default": defaultEntries
    case "mono": monoEntries
    default: nil
    }
  }

  /// The names, alphabetically.
  package static let names = ["default", "mono"]
  /// The 16 ANSI colours on the terminal's own, readable on light and dark.
  package static let standard = Theme(name: "default", entries: defaultEntries)
  /// Attributes only.
  package static let mono = Theme(name: "mono", entries: monoEntries)

  private static func ansi(_ index: UInt8, _ modifiers: TextModifiers = []) -> Style {
    Style(foreground: .ansi(index), modifiers: modifiers)
  }

  private static func only(_ modifiers: TextModifiers) -> Style { Style(modifiers: modifiers) }

  private static let red: UInt8 = 1
  private static let green: UInt8 = 2
  private static let magenta: UInt8 = 5
  private static let cyan: UInt8 = 6

  // MARK: - mono

  private static let monoEntries: [String: Style] = [
    "ui.text": .plain,
    "ui.text.dim": only(.dim),
    "ui.text.strong": only(.bold),
    "ui.selection": only(.reversed),
    "ui.selection.inactive": only(.underlined),
    "ui.mark": only(.bold),
    "ui.match": only([.bold, .underlined]),
    "ui.border": only(.dim),
    "ui.border.focus": only(.bold),
    "ui.title": .plain,
    "ui.title.focus": only(.bold),
    "ui.statusline": .plain,
    "ui.statusline.mode": only(.bold),
    "ui.statusline.mode.insert": only([.bold, .reversed]),
    "ui.statusline.mode.visual": only([.bold, .underlined]),
    "ui.prompt": only(.bold),
    "ui.prompt.hint": only(.dim),
    "ui.popup": .plain,
    "ui.popup.title": only(.bold),
    "ui.help.key": only(.bold),
    "ui.help.text": .plain,
    "ui.help.disabled": only(.dim),
    "ui.message": .plain,
    "ui.message.warning": only(.bold),
    "ui.message.error": only([.bold, .reversed]),
    "ui.progress": .plain,
    "sync": .plain,
    "sync.pending": only(.bold),
    "sync.offline": only(.underlined),
    "sync.error": only([.bold, .reversed]),
    "upload": .plain,
    "upload.done": only(.bold),
    "conflict.mine": only(.bold),
    "conflict.theirs": only(.underlined),
    "conflict.base": only(.dim),
    "presence": only([.bold, .underlined]),
    "tag": .plain,
    "tag.frequent": only(.bold),
    "tag.rare": only(.dim),
    "note": only(.bold),
    "note.trashed": only([.dim, .strikethrough]),
    "diff.plus": only(.bold),
    "diff.minus": only([.dim, .strikethrough]),
    "diff.context": only(.dim),
    "markup.heading": only(.bold),
    "markup.heading.1": only([.bold, .underlined]),
    "markup.heading.3": only([.bold, .italic]),
    "markup.heading.4": only([.italic, .underlined]),
    "markup.heading.5": only(.italic),
    "markup.heading.6": only([.italic, .dim]),
    "markup.tag": only(.bold),
    "markup.emphasis": only(.italic),
    "markup.strong": only(.bold),
    "markup.strikethrough": only([.dim, .strikethrough]),
    "markup.link": only(.underlined),
    "markup.link.note": only([.bold, .underlined]),
    "markup.link.address": only(.dim),
    "markup.link.selected": only([.underlined, .reversed]),
    "markup.image": only(.underlined),
    "markup.quote": only(.italic),
    "markup.code": only([.bold, .italic]),
    "markup.code.block": only(.dim),
    "markup.code.language": only(.dim),
    "markup.list": only(.bold),
    "markup.task.open": only(.bold),
    "markup.task.done": only(.dim),
    "markup.table.border": only(.dim),
    "markup.table.header": only(.bold),
    "markup.rule": only(.dim),
    "markup.html": only(.dim),
    "markup.metadata": only(.dim),
    "editor.selection": only(.reversed),
    "editor.search": only([.bold, .underlined]),
    "editor.search.current": only([.bold, .reversed]),
    "editor.syntax": only(.dim),
    "editor.filler": only(.dim),
  ]

  // MARK: - default

  /// Colours of strokes only, never blue or yellow, which vanish on one of the two backgrounds.
  private static let defaultEntries: [String: Style] = monoEntries.merging([
    "ui.border.focus": ansi(magenta, .bold),
    "ui.title.focus": ansi(magenta, .bold),
    "ui.statusline.mode": ansi(magenta, .bold),
    "ui.statusline.mode.insert": ansi(green, .bold),
    "ui.statusline.mode.visual": ansi(cyan, .bold),
    "ui.mark": ansi(magenta, .bold),
    "ui.help.key": ansi(magenta, .bold),
    "ui.message.warning": ansi(magenta, .bold),
    "ui.message.error": ansi(red, .bold),
    "ui.progress": ansi(green),
    "sync.live": ansi(green),
    "sync.pending": ansi(magenta, .bold),
    "sync.offline": ansi(cyan, .underlined),
    "sync.error": ansi(red, .bold),
    "upload.bar": ansi(green),
    "upload.done": ansi(green, .bold),
    "conflict.mine": ansi(green, .bold),
    "conflict.theirs": ansi(magenta, .underlined),
    "presence.1": ansi(cyan, [.bold, .underlined]),
    "presence.2": ansi(magenta, [.bold, .underlined]),
    "presence.3": ansi(green, [.bold, .underlined]),
    "presence.4": ansi(red, [.bold, .underlined]),
    "presence.5": ansi(cyan, .underlined),
    "presence.6": ansi(magenta, .underlined),
    "presence.7": ansi(green, .underlined),
    "presence.8": ansi(red, .underlined),
    "tag": ansi(cyan),
    "tag.frequent": ansi(cyan, .bold),
    "tag.rare": ansi(cyan, .dim),
    "note.pinned": ansi(magenta, .bold),
    "note.flag": ansi(red, .bold),
    "diff.plus": ansi(green, .bold),
    "diff.minus": ansi(red, .strikethrough),
    "markup.heading": ansi(magenta, .bold),
    "markup.heading.1": ansi(magenta, [.bold, .underlined]),
    "markup.heading.3": ansi(magenta, [.bold, .italic]),
    "markup.heading.4": ansi(magenta, [.italic, .underlined]),
    "markup.heading.5": ansi(magenta, .italic),
    "markup.heading.6": ansi(magenta, [.italic, .dim]),
    "markup.tag": ansi(cyan, .bold),
    "markup.link": ansi(cyan, .underlined),
    "markup.link.note": ansi(cyan, [.bold, .underlined]),
    "markup.link.selected": ansi(cyan, [.underlined, .reversed]),
    "markup.code": ansi(green, .italic),
    "markup.code.block": ansi(green),
    "markup.list": ansi(magenta, .bold),
    "markup.task.open": ansi(magenta, .bold),
    "markup.task.done": ansi(green, .dim),
    "editor.search.current": ansi(magenta, [.bold, .reversed]),
  ]) { $1 }
}
