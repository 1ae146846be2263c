extension ConfigurationOption {
  /// Every option, in the order of the schema.
  package static let all: [ConfigurationOption] = [
    theme,
    editor,
    .boolean(
      "editor_front_matter", \.editorFrontMatter,
      "Give an external editor the title and tags above the text."),
    .choice("editing.preset", \.editingPreset, "How keys edit text: vim or plain."),
    .integer(
      "editing.text_width", \.textWidth, 20...500,
      "Columns that gq fills the lines of a paragraph to."),
    .integer(
      "editing.autosave_ms", \.autosaveMilliseconds, 50...10_000,
      "Milliseconds without a key before the text is stored."),
    .choice("clipboard", \.clipboard, "How text reaches the system's clipboard."),
    .boolean("mouse", \.isMouseEnabled, "Report the mouse to the application."),
    .optionalBoolean("ascii", \.ascii, "Draw borders and signs in ASCII only."),
    .boolean("terminal.title", \.setsTerminalTitle, "Set the terminal's title."),
    .boolean(
      "terminal.truecolor", \.showsTrueColor,
      "Show 24-bit colours as they are, where the palette can be set; else the nearest of 256."),
    .choice(
      "terminal.hyperlinks", \.hyperlinks,
      "Make addresses links of the terminal (OSC 8), or number them and list them below."),
    .choice("auto_info", \.automaticHelp, "When the box of possible next keys appears."),
    .text("list.format", \.rowFormat, "The form of a row of the list."),
    .integer("panes.sources", \.panes.sources, 12...80, "Columns of the pane of sources."),
    .integer("panes.list", \.panes.list, 16...200, "Columns of the list."),
    .boolean("reduced_motion", \.reducedMotion, "Let nothing move by itself."),
    .choice("bell", \.bell, "What happens at an error besides its message."),
    .integer(
      "message_seconds", \.messageSeconds, 1...3600,
      "Seconds that a message stays; errors stay until Esc."),
    .text("date_format", \.dateFormat, "The form of dates before yesterday (Unicode TR35)."),
    .choice(
      "accessible.cursor", \.accessibleCursor,
      "Show the hardware cursor where the selection is."),
    .boolean(
      "backup.daily", \.backsUpDaily, "Copy the notes once a day; seven copies are kept."),
    .boolean("history", \.keepsHistory, "Remember the queries typed over restarts."),
    searches,
  ]

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
