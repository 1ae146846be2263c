import TerminalUI

/// The options as the person set them, with a default for each.
package struct Configuration: Hashable, Sendable {
  /// Which theme to show.
  package var theme = ThemeChoice.single("default")
  /// The external editor's command with placeholders `{file} {line} {column}`; nil asks the
  /// environment.
  package var editor: String?
  /// Whether an external editor gets title and tags above the text.
  package var editorFrontMatter = true
  /// The command that shows an attached file, with the placeholder `{file}`; nil asks the desktop.
  package var opener: String?
  /// How keys edit text.
  package var editingPreset = EditingPreset.vim
  /// The most columns of a line that `gq` fills, 20…500.
  package var textWidth = 79
  /// The autosave delay in milliseconds, 50…10,000.
  package var autosaveMilliseconds = 300
  /// How to reach the system clipboard.
  package var clipboard = ClipboardMethod.auto
  /// Whether the mouse is enabled.
  package var isMouseEnabled = true
  /// Whether borders and signs are plain ASCII; nil lets the locale decide.
  package var ascii: Bool?
  /// Whether the terminal's title is set.
  package var setsTerminalTitle = true
  /// Whether 24-bit colours are shown as they are; nil asks the terminal's `COLORTERM`.
  package var showsTrueColor: Bool?
  /// Whether addresses in notes become links of the terminal.
  package var hyperlinks = HyperlinkPolicy.Choice.automatic
  /// When the key hint popup appears.
  package var automaticHelp = AutomaticHelp.delayed
  /// Whether a line break that was typed within a paragraph is read as a space.
  package var joinsLines = false
  /// Whether images are shown where the terminal can.
  package var pictures = PictureChoice.automatic
  /// The row format of the list; `RowFormat` explains the letters.
  package var rowFormat = "%-N %T %D %F"
  /// The widths that panes start with.
  package var panes = PaneWidths()
  /// Whether animation is disabled.
  package var reducedMotion = false
  /// The bell on errors.
  package var bell = Bell.none
  /// Seconds that a message stays, 1…3600; errors stay until a key is pressed.
  package var messageSeconds = 4
  /// Whether the notes are copied once a day.
  package var backsUpDaily = true
  /// The format of dates before yesterday, by Unicode TR35.
  package var dateFormat = "dd MMM"
  /// Whether the hardware cursor is shown where the selection is.
  package var accessibleCursor = AccessibleCursor.automatic
  /// Whether search history is kept between sessions.
  package var keepsHistory = true
  /// Whether a `#word` that is typed tags the note, and deleting it untags it.
  package var readsInlineTags = true
  /// What names an imported file's note.
  package var importTitle = ImportTitle.file
  /// What others in a note see of the person.
  package var presence = PresenceForm.full
  /// Whether others see the person's place before the first edit, too.
  package var showsReading = false
  /// What others call the person; nil takes the label of the key.
  package var presenceName: String?
  /// The number of the person's colour in the theme, 1…8; 0 takes one by the name.
  package var presenceColor = 0
  /// Named filters in the order of the file.
  package var savedSearches: [SavedSearch] = []
  /// The server of the notes.
  package var server = SyncSettings()

  /// The defaults.
  package init() {}
}

/// What names the note of an imported file whose front matter has no title.
package enum ImportTitle: String, CaseIterable, Sendable {
  /// The file's name; a heading that differs becomes an alias.
  case file
  /// The heading that the text begins with; a file's name that differs becomes an alias.
  case heading
}

/// What others in a note see of a person.
package enum PresenceForm: String, CaseIterable, Sendable {
  /// The name, and where they type and what they have selected.
  case full
  /// The name alone.
  case name
  /// Nothing.
  case off
}

/// Which themes to show on which background.
package enum ThemeChoice: Hashable, Sendable {
  /// One theme everywhere.
  case single(String)
  /// A theme for each background, and one for terminals that do not report theirs.
  case adaptive(light: String, dark: String, fallback: String)

  /// The names that are mentioned, in the order of the file.
  package var names: [String] {
    switch self {
    case .single(let name): [name]
    case .adaptive(let light, let dark, let fallback): [light, dark, fallback]
    }
  }
}

/// A sign that the terminal's background was recognised.
package enum TerminalBackground: Hashable, Sendable {
  /// Dark text on light.
  case light
  /// Light text on dark.
  case dark
}

/// How keys edit text.
package enum EditingPreset: String, CaseIterable, Sendable {
  /// Modes, operators and motions as in vi.
  case vim
  /// No modes; Ctrl-s, Ctrl-c, Ctrl-x, Ctrl-v, Ctrl-f as in most programs.
  case plain
}

/// How to reach the system clipboard.
package enum ClipboardMethod: String, CaseIterable, Sendable {
  /// Whatever fits the session.
  case auto
  /// The terminal's own escape sequence, which also works through ssh.
  case osc52
  /// An external program such as `wl-copy`.
  case command
  /// Text stays inside the application.
  case none
}

/// When the key hint popup appears.
package enum AutomaticHelp: String, CaseIterable, Sendable {
  /// With the first key of a sequence.
  case now
  /// 300 ms after it.
  case delayed
  /// Never.
  case never
}

/// The bell on errors.
package enum Bell: String, CaseIterable, Sendable {
  /// Nothing.
  case none
  /// The status line is reversed for a moment.
  case visible
  /// The terminal's bell.
  case audible
}

/// Whether the hardware cursor is shown where the selection is.
package enum AccessibleCursor: String, CaseIterable, Sendable {
  /// Only where text is typed.
  case automatic
  /// Always, for screen readers and magnifiers that follow it.
  case visible
}

/// The widths that panes start with.
package struct PaneWidths: Hashable, Sendable {
  /// Columns of the pane of sources, 12…80.
  package var sources = 22
  /// Columns of the list, 16…200.
  package var list = 40

  /// The defaults.
  package init() {}
}

/// A named filter.
package struct SavedSearch: Hashable, Sendable {
  /// The name, used as `@name`; not empty, without spaces at its ends.
  package var name: String
  /// The query, in the search grammar.
  package var query: String

  package init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}
