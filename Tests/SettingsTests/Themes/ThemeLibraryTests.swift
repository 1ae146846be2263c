import Settings
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ThemeLibraryTests {
  private func read(_ text: String) -> (theme: Theme, remarks: [String]) {
    let library = ThemeLibrary(directories: [])
    let (theme, diagnostics) = library.theme(text, name: "t", file: "t.yaml")
    return (theme, diagnostics.map(\.description))
  }

  @Test func `values may be hexadecimal, names, numbers or parts`() {
    let text = """
      tag: "#0a1B2c"
      markup.quote: light-red
      markup.code: 208
      markup.list: 9
      note.pinned: {fg: default, bg: black, modifiers: [bold, underlined]}
      """

    let (theme, remarks) = read(text)

    #expect(remarks == [])
    #expect(theme.style(for: "tag").foreground == .rgb(red: 10, green: 27, blue: 44))
    #expect(theme.style(for: "markup.quote").foreground == .ansi(9))
    #expect(theme.style(for: "markup.code").foreground == .indexed(208))
    #expect(theme.style(for: "markup.list").foreground == .ansi(9))
    #expect(
      theme.style(for: "note.pinned")
        == Style(
          foreground: .terminalDefault, background: .ansi(0), modifiers: [.bold, .underlined]))
  }

  @Test func `the style of the longest matching scope wins`() {
    let (theme, _) = read("inherits: none\nui: red\nui.help: green\nui.help.key: magenta\n")

    #expect(theme.style(for: "ui.border").foreground == .ansi(1))
    #expect(theme.style(for: "ui.help.text").foreground == .ansi(2))
    #expect(theme.style(for: "ui.help.key").foreground == .ansi(5))
    #expect(theme.style(for: "ui.help.key.more").foreground == .ansi(5))
    #expect(theme.style(for: "tag") == .plain)
  }

  @Test func `a palette names colours, in what is inherited too`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("palette: {accent: \"#111111\"}\ntag: accent\n", to: "base.yaml")
    try directory.write(
      "inherits: base\npalette: {accent: \"#eeeeee\"}\nmarkup.list: accent\n", to: "child.yaml")

    let (theme, diagnostics) = ThemeLibrary(directories: [directory.path]).load("child")

    #expect(diagnostics == [])
    #expect(theme.style(for: "tag").foreground == .rgb(red: 0xee, green: 0xee, blue: 0xee))
    #expect(theme.style(for: "markup.list").foreground == .rgb(red: 0xee, green: 0xee, blue: 0xee))
  }

  @Test(arguments: [
    (
      "tag: #aabbcc",
      "t.yaml:1:1: error: 'tag' has no colour; '#' begins a comment unless it is quoted: "
        + "\"#rrggbb\""
    ),
    (
      "tag: gren",
      "t.yaml:1:6: error: 'gren' is not a colour: use a name, a number up to 255 or \"#rrggbb\"; "
        + "did you mean 'green'?"
    ),
    (
      "palette: {a: 300}\ntag: a",
      "t.yaml:1:14: error: '300' is not a colour: use a name, a number up to 255 or \"#rrggbb\""
    ),
    ("ui.texte: red", "t.yaml:1:1: warning: unknown scope 'ui.texte'; did you mean 'ui.text'?"),
    (
      "tag: {fg: red, modifiers: [blod]}",
      "t.yaml:1:28: error: 'blod' is not a modifier; did you mean 'bold'?"
    ),
    ("tag: {gf: red}", "t.yaml:1:7: warning: unknown part 'gf'; did you mean 'fg'?"),
    ("tag: [red]", "t.yaml:1:6: error: 'tag' needs a colour, found a list"),
    ("inherits: nowhere", "t.yaml:1:11: error: unknown theme 'nowhere'"),
    ("palette: red", "t.yaml:1:10: error: 'palette' holds 'name: colour'"),
    ("tag: [", "t.yaml:2:1: error: did not find expected node content while parsing a flow node"),
    ("just text", "t.yaml:1:1: error: expected 'scope: colour', found text"),
  ])
  func `a mistake is reported with its place`(text: String, remark: String) {
    let (theme, remarks) = read(text)

    #expect(remarks.contains(remark), "\(remarks)")
    #expect(theme.style(for: "ui.selection") == CompiledThemes.standard.style(for: "ui.selection"))
  }

  @Test func `a theme that inherits itself ends`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("inherits: b\ntag: red\n", to: "a.yaml")
    try directory.write("inherits: a\n", to: "b.yaml")

    let (theme, diagnostics) = ThemeLibrary(directories: [directory.path]).load("a")

    #expect(theme.style(for: "tag").foreground == .ansi(1))
    #expect(
      diagnostics.map(\.description) == [
        "\(directory.path)/b.yaml:1:11: error: the theme 'a' inherits itself"
      ])
  }

  @Test func `a missing theme is the default with a hint`() {
    let (theme, diagnostics) = ThemeLibrary(directories: []).load("defualt")

    #expect(theme == CompiledThemes.standard)
    #expect(
      diagnostics.map(\.description) == [
        "theme: error: unknown theme 'defualt'; did you mean 'default'?"
      ])
  }

  @Test(arguments: ["../secret", "/etc/passwd", ".hidden", ""])
  func `a theme name is never read as a path`(name: String) {
    let (theme, diagnostics) = ThemeLibrary(directories: ["/"]).load(name)

    #expect(theme == CompiledThemes.standard)
    #expect(diagnostics.count == 1)
  }

  @Test func `the first directory wins`() throws {
    let (first, second) = (try TemporaryDirectory(), try TemporaryDirectory())
    try first.write("tag: red\n", to: "x.yaml")
    try second.write("tag: green\n", to: "x.yaml")
    try second.write("tag: green\n", to: "y.yaml")

    let library = ThemeLibrary(directories: [first.path, second.path])

    #expect(library.load("x").theme.style(for: "tag").foreground == .ansi(1))
    #expect(
      Set(library.names()).subtracting(EmbeddedThemes.names) == ["default", "mono", "x", "y"])
  }

  @Test func `a file goes before the program's own theme of its name`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("tag: red\n", to: "nord.yaml")

    let own = ThemeLibrary(directories: [directory.path]).load("nord").theme
    let embedded = ThemeLibrary(directories: []).load("nord")

    #expect(own.style(for: "tag").foreground == .ansi(1))
    #expect(embedded.diagnostics == [])
    #expect(
      embedded.theme.style(for: "tag").foreground == .rgb(red: 0x8f, green: 0xbc, blue: 0xbb))
  }

  @Test func `the application looks in its own places, nearest first`() {
    let library = ThemeLibrary(
      application: ApplicationDirectories(environment: ["MARFA_CONFIG": "/c"]),
      environment: ["MARFA_THEMES": "/t"], executable: "/opt/marfa/bin/marfa")

    #expect(
      library.directories == [
        "/c/themes", "/t", "/opt/marfa/bin/themes", "/opt/marfa/themes", "/opt/themes", "/themes",
        "/opt/marfa/share/marfa/themes",
      ])
  }

  // MARK: - Contrast

  @Test(arguments: ["ui.prompt", "ui.message.error", "sync.error", "ui.statusline"])
  func `what must be read and cannot be gets the default's style and a warning`(scope: String)
    throws
  {
    let text = """
      ui.text: {fg: "#ffffff", bg: "#202020"}
      \(scope): "#303030"
      """

    let (theme, remarks) = read(text)

    #expect(theme.style(for: scope) == CompiledThemes.standard.style(for: scope))
    let remark = try #require(remarks.first)
    #expect(remarks.count == 1)
    #expect(remark.hasPrefix("t.yaml:2:1: warning: '\(scope)' has a contrast of 1.2:1"))
  }

  @Test func `a selection that looks like text gets the default's style`() {
    let (theme, remarks) = read("ui.selection: {}\n")

    #expect(theme.style(for: "ui.selection") == CompiledThemes.standard.style(for: "ui.selection"))
    #expect(
      remarks == [
        "t.yaml:1:1: warning: 'ui.selection' looks like plain text; the default is shown instead"
      ])
  }

  @Test func `colours that the terminal decides are not judged`() {
    let (_, remarks) = read("ui.prompt: {fg: red, bg: light-red}\n")

    #expect(remarks == [])
  }

  @Test(arguments: [
    (Color.rgb(red: 0, green: 0, blue: 0), Color.rgb(red: 255, green: 255, blue: 255), 21.0),
    (.indexed(16), .indexed(231), 21.0),
    (.rgb(red: 119, green: 119, blue: 119), .rgb(red: 255, green: 255, blue: 255), 4.48),
    (.indexed(232), .rgb(red: 8, green: 8, blue: 8), 1.0),
  ])
  func `contrast is computed as WCAG defines it`(first: Color, second: Color, expected: Double)
    throws
  {
    let ratio = try #require(ContrastLint.ratio(first, second))

    #expect(abs(ratio - expected) < 0.01)
  }
}
