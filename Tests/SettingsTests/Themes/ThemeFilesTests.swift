import Foundation
import Settings
import TerminalUI
import Testing

/// The themes that come with the repository.
@Suite(.timeLimit(.minutes(20))) struct ThemeFilesTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let directory = root.appending(path: "themes").path
  private static let library = ThemeLibrary(directories: [directory])
  private static let names = (CompiledThemes.names + EmbeddedThemes.names).sorted()
  private static let colorful = names.filter { $0 != "default" && $0 != "mono" }

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: directory + "/\(name).yaml", encoding: .utf8)
  }

  private static func read(
    _ name: String
  ) throws -> (theme: Theme, diagnostics: [Diagnostic]) {
    library.theme(try text(name), name: name, file: "themes/\(name).yaml")
  }

  @Test func `every file is in the program, and the themes that people look for are there`() throws
  {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.directory)

    #expect(files.map { String($0.dropLast(".yaml".count)) }.sorted() == Self.names)
    #expect(
      Set(Self.names).isSuperset(of: [
        "catppuccin-latte", "catppuccin-mocha", "dark", "dracula", "everforest", "gruvbox-dark",
        "gruvbox-light", "light", "nord", "rose-pine", "solarized-dark", "solarized-light",
        "tokyonight",
      ]))
    #expect(Self.names.count >= 16)
  }

  /// With `MARFA_WRITE_GOLDENS=1` the form in the program is written instead, and the test fails.
  @Test(arguments: colorful)
  func `the form in the program equals the file`(name: String) throws {
    let text = String(try Self.text(name).dropLast())
    if ProcessInfo.processInfo.environment["MARFA_WRITE_GOLDENS"] == "1" {
      try Self.write(text, of: name)
      Issue.record("\(name) was written.")
    }

    #expect(EmbeddedThemes.text(named: name) == text)
  }

  private static func write(_ text: String, of name: String) throws {
    let words = name.split(separator: "-").map(\.capitalized).joined()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    let property = words.prefix(1).lowercased() + words.dropFirst()
    let code =
      "extension EmbeddedThemes {\n  static let \(property) = #\"\"\"\n\(lines)\n    \"\"\"#\n}\n"
    let file = root.appending(
      path: "Sources/Settings/Themes/Embedded/EmbeddedThemes+\(words).swift")
    try code.write(to: file, atomically: true, encoding: .utf8)
  }

  @Test(arguments: names)
  func `a theme is read without a remark, the lint's among them`(name: String) throws {
    let (theme, diagnostics) = try Self.read(name)

    #expect(diagnostics == [])
    #expect(ContrastLint.findings(in: theme) == [])
  }

  @Test(arguments: names)
  func `a theme covers every scope`(name: String) throws {
    let theme = try Self.read(name).theme

    for scope in ThemeScope.all {
      let isCovered = theme.entries.keys.contains {
        scope.name == $0 || scope.name.hasPrefix($0 + ".")
      }
      #expect(isCovered, "\(name) has nothing for \(scope.name)")
    }
  }

  @Test func `the compiled default equals its file`() throws {
    let theme = try Self.read("default").theme

    #expect(theme.entries == CompiledThemes.standard.entries)
  }

  @Test func `the compiled mono equals its file`() throws {
    let theme = try Self.read("mono").theme

    #expect(theme.entries == CompiledThemes.mono.entries)
  }

  @Test(arguments: names)
  func `headings, code, links, quotes and tags have attributes of their own, too`(name: String)
    throws
  {
    let theme = try Self.read(name).theme
    func modifiers(_ scope: String) -> TextModifiers { theme.style(for: scope).modifiers }

    let levels = (1...6).map { modifiers("markup.heading.\($0)").rawValue }
    let spans = ["markup.emphasis", "markup.strong", "markup.code", "markup.link"]
    let attributes = spans.map { modifiers($0).rawValue }

    #expect(Set(levels).count == 6)
    #expect(!attributes.contains(0))
    #expect(modifiers("markup.quote") == .italic)
    #expect(modifiers("markup.tag") == .bold)
    if name == "mono" { #expect(Set(attributes).count == spans.count) }
  }

  @Test func `mono has no colour`() {
    for (scope, style) in CompiledThemes.mono.entries {
      #expect(style.foreground == nil && style.background == nil, "\(scope)")
    }
  }

  @Test func `default keeps to strokes that are seen on light and dark`() {
    let allowed: Set<Color> = [.ansi(1), .ansi(2), .ansi(5), .ansi(6)]

    for (scope, style) in CompiledThemes.standard.entries {
      #expect(style.background == nil, "\(scope)")
      #expect(style.foreground.map(allowed.contains) ?? true, "\(scope)")
    }
  }

  @Test(arguments: names)
  func `no row of a list is underlined, through its descenders`(name: String) throws {
    let theme = try Self.read(name).theme

    #expect(!theme.style(for: "ui.selection").modifiers.contains(.underlined))
    #expect(!theme.style(for: "ui.selection.inactive").modifiers.contains(.underlined))
  }

  /// Lines and what is out of use may be quiet.
  private static let lines: Set<String> = [
    "ui.border", "markup.table.border", "markup.rule", "editor.filler", "ui.help.disabled",
  ]

  @Test(arguments: colorful)
  func `text of a theme can be read on its background and in its boxes`(name: String) throws {
    let theme = try Self.read(name).theme

    for ground in ["ui.text", "ui.popup", "ui.statusline", "markup.code.block"] {
      let base = theme.style(for: "ui.text").overlaid(with: theme.style(for: ground))
      for scope in ThemeScope.all {
        let style = base.overlaid(with: theme.style(for: scope.name))
        let ratio = ContrastLint.ratio(style.foreground, style.background)
        let isLine = Self.lines.contains(scope.name)
        guard !isLine || ground == "ui.text" else { continue }
        let least = isLine ? 1.9 : 4.5
        #expect(try #require(ratio) >= least, "\(name): \(scope.name) on \(ground)")
      }
    }
  }

  @Test(arguments: colorful)
  func `a coloured theme leaves no colour to the terminal`(name: String) throws {
    let theme = try Self.read(name).theme
    let text = theme.style(for: "ui.text")

    #expect(text.foreground != nil && text.background != nil)
    for (scope, style) in theme.entries {
      for color in [style.foreground, style.background].compactMap({ $0 }) {
        switch color {
        case .rgb, .indexed: break
        case .terminalDefault, .ansi: Issue.record("\(scope) has \(color)")
        }
      }
    }
  }
}
