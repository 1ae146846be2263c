import Foundation
import Settings
import TerminalUI
import Testing

/// The themes that come with the repository.
@Suite(.timeLimit(.minutes(5))) struct ThemeFilesTests {
  private static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "themes").path
  private static let library = ThemeLibrary(directories: [directory])
  private static let names = ["dark", "default", "light", "mono", "reedbed", "vellum"]

  private static func read(
    _ name: String
  ) throws -> (theme: Theme, diagnostics: [Diagnostic]) {
    let path = directory + "/\(name).yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return library.theme(text, name: name, file: path)
  }

  @Test func `the repository has six themes`() {
    #expect(Self.library.names() == Self.names)
  }

  @Test(arguments: names)
  func `a theme is read without a remark`(name: String) throws {
    let (_, diagnostics) = try Self.read(name)

    #expect(diagnostics == [])
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

  /// Black and white stand for the background of a terminal whose theme leaves it alone.
  @Test(arguments: [
    ("dark", Color.rgb(red: 0, green: 0, blue: 0)),
    ("light", Color.rgb(red: 255, green: 255, blue: 255)),
    ("reedbed", Color.rgb(red: 0, green: 0, blue: 0)),
    ("vellum", Color.rgb(red: 255, green: 255, blue: 255)),
  ])
  func `text of a theme can be read on its background`(name: String, terminal: Color) throws {
    let theme = try Self.read(name).theme
    let text = theme.style(for: "ui.text")
    let lines: Set<String> = [
      "ui.border", "markup.table.border", "markup.rule", "editor.filler", "ui.help.disabled",
    ]

    for scope in ThemeScope.all {
      let style = text.overlaid(with: theme.style(for: scope.name))
      let ratio = ContrastLint.ratio(style.foreground, style.background ?? terminal)
      let least = lines.contains(scope.name) ? 1.9 : 4.5
      #expect(ratio ?? 21 >= least, "\(name) \(scope.name)")
    }
  }

  @Test(arguments: ["reedbed", "vellum"])
  func `a truecolour theme leaves no colour to the terminal`(name: String) throws {
    let theme = try Self.read(name).theme

    for (scope, style) in theme.entries {
      for color in [style.foreground, style.background].compactMap({ $0 }) {
        guard case .rgb = color else {
          Issue.record("\(scope) has \(color)")
          continue
        }
      }
    }
  }
}
