extension ConfigurationOption {
  /// Every option, in the order of the schema.
  package static let all: [ConfigurationOption] =
    [
      theme,
      editor,
      .boolean(
        "editor_front_matter", \.editorFrontMatter,
        "Show title and tags above the text in an external editor."),
      .optionalText(
        "attachments.open", \.opener,
        "Command that shows an attached file, with {file}; without it xdg-open does."),
      .choice("editing.preset", \.editingPreset, "How keys edit text: vim or plain."),
      .integer(
        "editing.text_width", \.textWidth, 20...500,
        "Line width for gq."),
      .integer(
        "editing.autosave_ms", \.autosaveMilliseconds, 50...10_000,
        "Autosave delay in milliseconds."),
      .choice("clipboard", \.clipboard, "How to reach the system clipboard."),
      .boolean("mouse", \.isMouseEnabled, "Enable the mouse."),
      .optionalBoolean("ascii", \.ascii, "Draw borders and signs in ASCII."),
      .boolean("terminal.title", \.setsTerminalTitle, "Set the terminal's title."),
      .optionalBoolean(
        "terminal.truecolor", \.showsTrueColor,
        "Show 24-bit colours; auto does where COLORTERM says so, otherwise the nearest of 256."),
      .choice(
        "terminal.hyperlinks", \.hyperlinks,
        "Show addresses as terminal links (OSC 8), or number them and list them below."),
      .choice("auto_info", \.automaticHelp, "When the key hint popup appears."),
      .boolean(
        "reader.join_lines", \.joinsLines,
        "Show a line break within a paragraph as a space, as Markdown does."),
      .choice(
        "reader.pictures", \.pictures,
        "Show pictures in notes (kitty, iTerm2; sixels and half blocks by chafa): auto does, but not over ssh."
      ),
      rowFormat,
      .integer("panes.sources", \.panes.sources, 12...80, "Width of the sources pane in columns."),
      .integer("panes.list", \.panes.list, 16...200, "Width of the list in columns."),
      .boolean("reduced_motion", \.reducedMotion, "Disable animation."),
      .choice("bell", \.bell, "Bell on errors."),
      .integer(
        "message_seconds", \.messageSeconds, 1...3600,
        "Seconds that a message is shown; errors stay until Esc."),
      .text("date_format", \.dateFormat, "Format of dates before yesterday (Unicode TR35)."),
      .choice(
        "accessible.cursor", \.accessibleCursor,
        "Show the hardware cursor where the selection is."),
      .boolean(
        "backup.daily", \.backsUpDaily, "Back up the notes once a day; the last seven are kept."),
      .boolean(
        "tags.inline", \.readsInlineTags,
        "Tag a note with each #word that is typed in it; deleting the word removes the tag."),
      .choice(
        "import.title", \.importTitle,
        "What names an imported note: its file's name or its first heading."),
      .choice(
        "presence", \.presence,
        "What others in a note see of you: full is name and caret, name is the name, off nothing."),
      .boolean(
        "presence_reading", \.showsReading,
        "Show others your caret while you only read, too; otherwise from your first edit on."),
      .optionalText(
        "presence_name", \.presenceName, "What others call you; without it the label of the key."),
      .integer(
        "presence_color", \.presenceColor, 0...8,
        "Your colour for others, presence.1 to presence.8 of their theme; 0 goes by the name."),
      .boolean("history", \.keepsHistory, "Keep search history between sessions."),
      searches,
    ] + server

  /// The option of a dotted name, or nil.
  package static func named(_ name: String) -> ConfigurationOption? {
    all.first { $0.name == name }
  }

  private static let theme = ConfigurationOption(
    name: "theme", summary: "The theme's name, or names for light, dark and fallback.",
    kind: .theme,
    text: { configuration in
      switch configuration.theme {
      case .single(let name): YAMLText.scalar(name)
      case .adaptive(let light, let dark, let fallback):
        "{light: \(YAMLText.scalar(light)), dark: \(YAMLText.scalar(dark)), "
          + "fallback: \(YAMLText.scalar(fallback))}"
      }
    },
    assign: { configuration, value in
      if let name = value.text {
        configuration.theme = .single(name)
      } else {
        configuration.theme = .adaptive(
          light: value["light"]?.text ?? "default", dark: value["dark"]?.text ?? "default",
          fallback: value["fallback"]?.text ?? "default")
      }
    })

  private static let editor = ConfigurationOption(
    name: "editor",
    summary: "The external editor's command; {file}, {line} and {column} are filled in.",
    kind: .text, text: { $0.editor.map(YAMLText.scalar) ?? "" },
    assign: { $0.editor = $1.text })

  private static let rowFormat = ConfigurationOption(
    name: "list.format",
    summary: "Row format of the list: %F flags, %N title, %T tags, %D edited, %C created, %I id; "
      + "%-N takes the room that is left.",
    kind: .checkedText(RowFormatText.problem), text: { YAMLText.scalar($0.rowFormat) },
    assign: { configuration, value in
      configuration.rowFormat = value.text ?? configuration.rowFormat
    })

  private static let searches = ConfigurationOption(
    name: "searches", summary: "Saved searches: a query for each name.", kind: .searches,
    text: { configuration in
      let entries = configuration.savedSearches.map {
        "\(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.query))"
      }
      return "{" + entries.joined(separator: ", ") + "}"
    },
    assign: { configuration, value in
      configuration.savedSearches = (value.mapping ?? []).compactMap { entry in
        entry.value.text.map { SavedSearch(name: entry.key, query: $0) }
      }
    })
}
