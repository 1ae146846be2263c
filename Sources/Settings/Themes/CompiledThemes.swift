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
    "conflict.base": only(.dim),
    "conflict.mine": only(.bold),
    "conflict.theirs": only(.underlined),
    "diff.context": only(.dim),
    "diff.minus": only([.dim, .strikethrough]),
    "diff.minus.word": only([.bold, .strikethrough]),
    "diff.plus": only(.bold),
    "diff.plus.word": only([.bold, .underlined]),
    "editor.filler": only(.dim),
    "editor.search": only([.bold, .underlined]),
    "editor.search.current": only([.bold, .reversed]),
    "editor.selection": only(.reversed),
    "editor.syntax": only(.dim),
    "markup.callout": only(.bold),
    "markup.callout.quote": only(.dim),
    "markup.code": only([.bold, .italic]),
    "markup.code.block": .plain,
    "markup.code.comment": only([.italic, .dim]),
    "markup.code.keyword": only(.bold),
    "markup.code.language": only(.dim),
    "markup.code.number": .plain,
    "markup.code.string": only(.italic),
    "markup.emphasis": only(.italic),
    "markup.footnote": only(.bold),
    "markup.heading": only(.bold),
    "markup.heading.1": only([.bold, .underlined]),
    "markup.heading.3": only([.bold, .italic]),
    "markup.heading.4": only([.italic, .underlined]),
    "markup.heading.5": only(.italic),
    "markup.heading.6": only([.italic, .dim]),
    "markup.html": only(.dim),
    "markup.image": only(.underlined),
    "markup.link": only(.underlined),
    "markup.link.address": only(.dim),
    "markup.link.note": only([.bold, .underlined]),
    "markup.link.selected": only([.underlined, .reversed]),
    "markup.list": only(.bold),
    "markup.mark": only(.reversed),
    "markup.metadata": only(.dim),
    "markup.quote": only(.italic),
    "markup.rule": only(.dim),
    "markup.strikethrough": only([.dim, .strikethrough]),
    "markup.strong": only(.bold),
    "markup.table.border": only(.dim),
    "markup.table.header": only(.bold),
    "markup.tag": only(.bold),
    "markup.task.done": only(.dim),
    "markup.task.open": only(.bold),
    "note": only(.bold),
    "note.trashed": only([.dim, .strikethrough]),
    "presence": only([.bold, .underlined]),
    "sync": .plain,
    "sync.error": only([.bold, .reversed]),
    "sync.offline": only(.underlined),
    "sync.pending": only(.bold),
    "tag": .plain,
    "tag.frequent": only(.bold),
    "tag.rare": only(.dim),
    "ui.border": only(.dim),
    "ui.border.focus": only(.bold),
    "ui.help.disabled": only(.dim),
    "ui.help.key": only(.bold),
    "ui.help.text": .plain,
    "ui.mark": only(.bold),
    "ui.match": only([.bold, .underlined]),
    "ui.message": .plain,
    "ui.message.error": only([.bold, .reversed]),
    "ui.message.warning": only(.bold),
    "ui.popup": .plain,
    "ui.popup.title": only(.bold),
    "ui.progress": .plain,
    "ui.prompt": only(.bold),
    "ui.prompt.hint": only(.dim),
    "ui.selection": only(.reversed),
    "ui.selection.inactive": only(.bold),
    "ui.statusline": .plain,
    "ui.statusline.mode": only(.bold),
    "ui.statusline.mode.insert": only([.bold, .reversed]),
    "ui.statusline.mode.visual": only([.bold, .underlined]),
    "ui.text": .plain,
    "ui.text.dim": only(.dim),
    "ui.text.strong": only(.bold),
    "ui.title": .plain,
    "ui.title.focus": only(.bold),
    "upload": .plain,
    "upload.done": only(.bold),
  ]

  // MARK: - default

  /// Colours of strokes only, never blue or yellow, which vanish on one of the two backgrounds.
  private static let defaultEntries: [String: Style] = monoEntries.merging([
    "conflict.mine": ansi(green, .bold),
    "conflict.theirs": ansi(magenta, .underlined),
    "diff.minus": ansi(red, .strikethrough),
    "diff.minus.word": ansi(red, [.bold, .strikethrough]),
    "diff.plus": ansi(green, .bold),
    "diff.plus.word": ansi(green, [.bold, .underlined]),
    "editor.search.current": ansi(magenta, [.bold, .reversed]),
    "markup.callout": ansi(cyan, .bold),
    "markup.callout.danger": ansi(red, .bold),
    "markup.callout.example": ansi(magenta, .italic),
    "markup.callout.tip": ansi(green, .bold),
    "markup.callout.warning": ansi(magenta, .bold),
    "markup.code": ansi(green, .italic),
    "markup.code.keyword": ansi(magenta, .bold),
    "markup.code.number": ansi(cyan),
    "markup.code.string": ansi(green, .italic),
    "markup.footnote": ansi(cyan, .bold),
    "markup.heading": ansi(magenta, .bold),
    "markup.heading.1": ansi(magenta, [.bold, .underlined]),
    "markup.heading.3": ansi(magenta, [.bold, .italic]),
    "markup.heading.4": ansi(magenta, [.italic, .underlined]),
    "markup.heading.5": ansi(magenta, .italic),
    "markup.heading.6": ansi(magenta, [.italic, .dim]),
    "markup.link": ansi(cyan, .underlined),
    "markup.link.note": ansi(cyan, [.bold, .underlined]),
    "markup.link.selected": ansi(cyan, [.underlined, .reversed]),
    "markup.list": ansi(magenta, .bold),
    "markup.tag": ansi(cyan, .bold),
    "markup.task.done": ansi(green, .dim),
    "markup.task.open": ansi(magenta, .bold),
    "note.flag": ansi(red, .bold),
    "note.pinned": ansi(magenta, .bold),
    "presence.1": ansi(cyan, [.bold, .underlined]),
    "presence.2": ansi(magenta, [.bold, .underlined]),
    "presence.3": ansi(green, [.bold, .underlined]),
    "presence.4": ansi(red, [.bold, .underlined]),
    "presence.5": ansi(cyan, .underlined),
    "presence.6": ansi(magenta, .underlined),
    "presence.7": ansi(green, .underlined),
    "presence.8": ansi(red, .underlined),
    "sync.error": ansi(red, .bold),
    "sync.live": ansi(green),
    "sync.offline": ansi(cyan, .underlined),
    "sync.pending": ansi(magenta, .bold),
    "tag": ansi(cyan),
    "tag.frequent": ansi(cyan, .bold),
    "tag.rare": ansi(cyan, .dim),
    "ui.border.focus": ansi(magenta, .bold),
    "ui.help.key": ansi(magenta, .bold),
    "ui.mark": ansi(magenta, .bold),
    "ui.message.error": ansi(red, .bold),
    "ui.message.warning": ansi(magenta, .bold),
    "ui.progress": ansi(green),
    "ui.selection": ansi(magenta, .bold),
    "ui.statusline.mode": ansi(magenta, .bold),
    "ui.statusline.mode.insert": ansi(green, .bold),
    "ui.statusline.mode.visual": ansi(cyan, .bold),
    "ui.title.focus": ansi(magenta, .bold),
    "upload.bar": ansi(green),
    "upload.done": ansi(green, .bold),
  ]) { $1 }
}
