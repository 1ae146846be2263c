import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConfigurationReaderTests {
  private func read(_ text: String) -> (configuration: Configuration, remarks: [String]) {
    let (configuration, diagnostics) = ConfigurationReader.read(text, file: "config.yaml")
    return (configuration, diagnostics.map(\.description))
  }

  @Test func `an empty file gives the defaults`() {
    let (configuration, remarks) = read("# nothing yet\n")

    #expect(configuration == Configuration())
    #expect(remarks == [])
  }

  @Test func `a file that sets every option is read without remarks`() {
    let text = """
      theme: {light: vellum, dark: reedbed, fallback: default}
      editor: "nvim +{line} {file}"
      editor_front_matter: false
      editing: {preset: plain, autosave_ms: 500}
      clipboard: osc52
      mouse: off
      ascii: true
      terminal:
        title: false
        truecolor: true
        hyperlinks: never
      auto_info: now
      list.format: "%T"
      panes: {sources: 30, list: 50}
      reduced_motion: yes
      bell: visible
      message_seconds: 10
      date_format: yyyy-MM-dd
      attachments: {open: "feh {file}"}
      accessible: {cursor: visible}
      history: false
      searches:
        todo: "is:todo -tag:someday"
        week: "edited:>-7d"
      """

    let (configuration, remarks) = read(text)

    var expected = Configuration()
    expected.theme = .adaptive(light: "vellum", dark: "reedbed", fallback: "default")
    expected.editor = "nvim +{line} {file}"
    expected.editorFrontMatter = false
    expected.editingPreset = .plain
    expected.autosaveMilliseconds = 500
    expected.clipboard = .osc52
    expected.isMouseEnabled = false
    expected.ascii = true
    expected.setsTerminalTitle = false
    expected.showsTrueColor = true
    expected.hyperlinks = .never
    expected.automaticHelp = .now
    expected.rowFormat = "%T"
    expected.panes.sources = 30
    expected.panes.list = 50
    expected.reducedMotion = true
    expected.bell = .visible
    expected.messageSeconds = 10
    expected.dateFormat = "yyyy-MM-dd"
    expected.opener = "feh {file}"
    expected.accessibleCursor = .visible
    expected.keepsHistory = false
    expected.savedSearches = [
      SavedSearch(name: "todo", query: "is:todo -tag:someday"),
      SavedSearch(name: "week", query: "edited:>-7d"),
    ]
    #expect(configuration == expected)
    #expect(remarks == [])
  }

  @Test(arguments: [
    ("thema: mono", "config.yaml:1:1: warning: unknown option 'thema'; did you mean 'theme'?"),
    (
      "a: 1\nterminal:\n  titel: true",
      "config.yaml:3:3: warning: unknown option 'terminal.titel'; did you mean 'terminal.title'?"
    ),
    ("mouse: maybe", "config.yaml:1:8: error: 'mouse' must be true or false, found 'maybe'"),
    (
      "message_seconds: 0",
      "config.yaml:1:18: error: 'message_seconds' must be a number from 1 to 3600, found '0'"
    ),
    (
      "clipboard: ocs52",
      "config.yaml:1:12: error: 'clipboard' must be one of 'auto', 'osc52', 'command', 'none', "
        + "found 'ocs52'; did you mean 'osc52'?"
    ),
    (
      "theme: #ff0000",
      "config.yaml:1:1: error: 'theme' has no value; '#' begins a comment unless the "
        + "value is in quotes"
    ),
    ("editor: [vim]", "config.yaml:1:9: error: 'editor' must be text, found a list"),
    ("terminal: yes", "config.yaml:1:11: error: 'terminal' holds options, found true or false"),
    ("- a", "config.yaml:1:1: error: expected options as 'name: value', found a list"),
    (
      "searches: {x: }",
      "config.yaml:1:11: error: 'searches' has no query for 'x' (line 1)"
    ),
    ("theme: ../x", "config.yaml:1:8: error: 'theme' must be a theme's name"),
  ])
  func `a mistake is reported with its place`(text: String, remark: String) {
    let (configuration, remarks) = read(text)

    #expect(remarks.contains(remark), "\(remarks)")
    #expect(configuration == Configuration())
  }

  @Test func `a wrong value leaves the others alone`() {
    let (configuration, remarks) = read("mouse: 5\nbell: audible\n")

    #expect(configuration.bell == .audible)
    #expect(configuration.isMouseEnabled)
    #expect(remarks.count == 1)
  }

  @Test func `names of options are unique and have a summary`() {
    let names = ConfigurationOption.all.map(\.name)

    #expect(Set(names).count == names.count)
    #expect(ConfigurationOption.all.allSatisfy { $0.summary.hasSuffix(".") })
  }

  @Test func `the defaults written out read back as the defaults`() {
    let text = ConfigurationOption.all.filter { !$0.text(Configuration()).isEmpty }
      .map { "\($0.name): \($0.text(Configuration()))" }.joined(separator: "\n")

    let (configuration, remarks) = read(text)

    #expect(configuration == Configuration())
    #expect(remarks == [])
  }

  @Test func `random texts always give a configuration`() {
    var generator = SplitMix64(seed: 3)
    let words = [
      "theme", ":", " ", "\n", "  ", "terminal", "title", "{", "}", "[", "]", "true", "#",
    ]
    for _ in 0..<1_000 {
      let count = Int.random(in: 0...20, using: &generator)
      let text = (0..<count).compactMap { _ in words.randomElement(using: &generator) }.joined()
      _ = read(text)
    }
  }
}
