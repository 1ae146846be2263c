extension EmbeddedThemes {
  static let dark = #"""
    # Light on dark, in the 256 colours of the xterm palette.
    #
    # Every style is written in the names of the palette, so a theme that inherits this one changes
    # the palette and is done.

    inherits: mono

    palette:
      base: 234
      raised: 236
      code: 233
      text: 252
      strong: 231
      dim: 248
      accent: 110
      second: 80
      third: 176
      good: 114
      warn: 179
      bad: 210
      line: 240
      selection: 238
      inactive: 236
      highlight: 179
      on-highlight: 16
      on-bad: 16

    ui.text: {fg: text, bg: base}
    ui.text.dim: dim
    ui.text.strong: {fg: strong, modifiers: [bold]}
    ui.selection: {fg: strong, bg: selection, modifiers: [bold]}
    ui.selection.inactive: {fg: strong, bg: inactive}
    ui.mark: {fg: third, modifiers: [bold]}
    ui.match: {fg: warn, modifiers: [bold, underlined]}
    ui.border: line
    ui.border.focus: accent
    ui.title: dim
    ui.title.focus: {fg: accent, modifiers: [bold]}
    ui.statusline: {fg: dim, bg: raised}
    ui.statusline.mode: {fg: accent, modifiers: [bold]}
    ui.statusline.mode.insert: {fg: good, modifiers: [bold]}
    ui.statusline.mode.visual: {fg: third, modifiers: [bold]}
    ui.prompt: {fg: accent, modifiers: [bold]}
    ui.prompt.hint: dim
    ui.popup: {fg: text, bg: raised}
    ui.popup.border: accent
    ui.popup.title: {fg: accent, modifiers: [bold]}
    ui.help.key: {fg: accent, modifiers: [bold]}
    ui.help.text: dim
    ui.help.disabled: {fg: line, modifiers: [dim]}
    ui.message.warning: {fg: warn, modifiers: [bold]}
    ui.message.error: {fg: on-bad, bg: bad, modifiers: [bold]}
    ui.progress: good

    sync.live: good
    sync.pending: {fg: warn, modifiers: [bold]}
    sync.offline: {fg: dim, modifiers: [underlined]}
    sync.error: {fg: on-bad, bg: bad, modifiers: [bold]}
    upload.bar: accent
    upload.done: {fg: good, modifiers: [bold]}
    conflict.mine: {fg: good, modifiers: [bold]}
    conflict.theirs: {fg: third, modifiers: [underlined]}
    conflict.base: dim
    presence.1: {fg: second, modifiers: [bold, underlined]}
    presence.2: {fg: third, modifiers: [bold, underlined]}
    presence.3: {fg: good, modifiers: [bold, underlined]}
    presence.4: {fg: warn, modifiers: [bold, underlined]}
    presence.5: {fg: accent, modifiers: [bold, underlined]}
    presence.6: {fg: bad, modifiers: [bold, underlined]}
    presence.7: {fg: second, modifiers: [underlined]}
    presence.8: {fg: third, modifiers: [underlined]}

    tag: second
    tag.frequent: {fg: second, modifiers: [bold]}
    tag.rare: {fg: second, modifiers: [dim]}
    note.pinned: {fg: warn, modifiers: [bold]}
    note.flag: {fg: bad, modifiers: [bold]}
    note.trashed: {fg: dim, modifiers: [strikethrough]}
    diff.plus: good
    diff.plus.word: {fg: good, modifiers: [bold, underlined]}
    diff.minus: {fg: bad, modifiers: [strikethrough]}
    diff.minus.word: {fg: bad, modifiers: [bold, strikethrough]}
    diff.context: dim

    markup.heading: {fg: accent, modifiers: [bold]}
    markup.heading.1: {fg: accent, modifiers: [bold, underlined]}
    markup.heading.2: {fg: second, modifiers: [bold]}
    markup.heading.3: {fg: third, modifiers: [bold, italic]}
    markup.heading.4: {fg: accent, modifiers: [italic, underlined]}
    markup.heading.5: {fg: second, modifiers: [italic]}
    markup.heading.6: {fg: dim, modifiers: [italic, dim]}
    markup.tag: {fg: second, modifiers: [bold]}
    markup.link: {fg: accent, modifiers: [underlined]}
    markup.link.note: {fg: second, modifiers: [bold, underlined]}
    markup.link.address: dim
    markup.link.selected: {fg: strong, bg: selection, modifiers: [bold, underlined]}
    markup.image: {fg: third, modifiers: [underlined]}
    markup.quote: {fg: dim, modifiers: [italic]}
    markup.code: {fg: warn, modifiers: [italic]}
    markup.code.block: {fg: text, bg: code}
    markup.code.keyword: {fg: third, modifiers: [bold]}
    markup.code.string: good
    markup.code.number: warn
    markup.code.comment: {fg: dim, modifiers: [italic]}
    markup.code.language: dim
    markup.list: {fg: accent, modifiers: [bold]}
    markup.task.open: {fg: warn, modifiers: [bold]}
    markup.task.done: dim
    markup.table.border: line
    markup.rule: line
    markup.html: dim
    markup.mark: {fg: on-highlight, bg: highlight}
    markup.footnote: {fg: accent, modifiers: [bold]}
    markup.callout: {fg: accent, modifiers: [bold]}
    markup.callout.tip: {fg: good, modifiers: [bold]}
    markup.callout.warning: {fg: warn, modifiers: [bold]}
    markup.callout.danger: {fg: bad, modifiers: [bold]}
    markup.callout.example: {fg: third, modifiers: [bold]}
    markup.callout.quote: {fg: dim, modifiers: [bold]}
    markup.metadata: dim

    editor.selection: {fg: strong, bg: selection}
    editor.search: {fg: warn, modifiers: [bold, underlined]}
    editor.search.current: {fg: on-highlight, bg: highlight, modifiers: [bold]}
    editor.syntax: dim
    editor.filler: line
    """#
}
