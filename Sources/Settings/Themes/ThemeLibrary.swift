import Foundation
import MarfaModel
import TerminalUI

/// Finds themes by name: `default` and `mono` are compiled; then files, then those in the program.
package struct ThemeLibrary: Sendable {
  /// The directories that hold `<name>.yaml`, searched in order.
  package let directories: [String]

  package init(directories: [String]) { self.directories = directories }

  /// The application's library: the configuration directory, `MARFA_THEMES`, `themes`
  /// next to the executable or in any directory above it, and `share/marfa/themes` of its prefix.
  ///
  /// - Parameters:
  ///   - application: The application's directories.
  ///   - environment: The process's variables.
  ///   - executable: The absolute path of the running program, links resolved.
  package init(
    application: ApplicationDirectories, environment: [String: String], executable: String
  ) {
    var directories = [application.themes]
    if let named = environment["MARFA_THEMES"], !named.isEmpty { directories.append(named) }
    let parts = executable.split(separator: "/").dropLast()
    for count in stride(from: parts.count, through: 0, by: -1) {
      directories.append("/" + (parts.prefix(count) + ["themes"]).joined(separator: "/"))
    }
    let prefix = parts.dropLast().joined(separator: "/")
    directories.append((prefix.isEmpty ? "" : "/" + prefix) + "/share/marfa/themes")
    self.directories = directories
  }

  /// The names of all themes that can be found, alphabetically, each once.
  package func names() -> [String] {
    var names = Set(CompiledThemes.names + EmbeddedThemes.names)
    for directory in directories {
      // A directory that is missing or unreadable has no themes; a theme asked for is reported.
      let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      names.formUnion(files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) })
    }
    return names.sorted()
  }

  // MARK: - Loading

  /// Where a theme was asked for.
  package struct Mention: Hashable, Sendable {
    /// The file.
    package var file: String
    /// The place in it.
    package var position: SourcePosition?
  }

  /// Loads a theme with its parents, and replaces what cannot be read on it.
  ///
  /// - Parameter name: The theme's name.
  /// - Returns: The theme, or `default` when there is none of the name or nothing of it can be
  ///   read, and the remarks.
  package func load(_ name: String) -> (theme: Theme, diagnostics: [Diagnostic]) {
    if let entries = CompiledThemes.entries(named: name) {
      return (Theme(name: name, entries: entries), [])
    }
    var diagnostics: [Diagnostic] = []
    guard let (definition, file) = definition(of: name, &diagnostics) else {
      if diagnostics.isEmpty { diagnostics.append(missing(name, Mention(file: "theme"))) }
      return (CompiledThemes.standard, diagnostics)
    }
    if definition.isUnreadable { return (CompiledThemes.standard, diagnostics) }
    let complete = withParents(definition, name: name, file: file, &diagnostics)
    let (theme, problems) = complete.theme(named: name)
    diagnostics += problems
    return (readable(theme, definition, file, &diagnostics), diagnostics)
  }

  /// Reads one text as a theme, for the live preview of a file being edited and for tests.
  ///
  /// - Parameters:
  ///   - text: The content of the file.
  ///   - name: The theme's name.
  ///   - file: The file's name for remarks.
  /// - Returns: The theme and the remarks.
  package func theme(
    _ text: String, name: String, file: String
  ) -> (theme: Theme, diagnostics: [Diagnostic]) {
    let (definition, remarks) = ThemeReader.read(text, file: file)
    var diagnostics = remarks
    let complete = withParents(definition, name: name, file: file, &diagnostics)
    let (theme, problems) = complete.theme(named: name)
    diagnostics += problems
    return (readable(theme, definition, file, &diagnostics), diagnostics)
  }

  /// A remark for each theme of a configuration that cannot be found.
  ///
  /// - Parameters:
  ///   - choice: The configured themes.
  ///   - store: The configuration's file.
  /// - Returns: The remarks, in the order of the names.
  package func missing(_ choice: ThemeChoice, in store: ConfigurationStore) -> [Diagnostic] {
    var asked = Set(choice.names).subtracting(CompiledThemes.names)
    guard !asked.isEmpty else { return [] }
    asked.subtract(names())
    return choice.names.filter { asked.remove($0) != nil }.map {
      missing($0, store.mention(ofTheme: $0))
    }
  }

  private func missing(_ name: String, _ mention: Mention) -> Diagnostic {
    Diagnostic(
      .error, file: mention.file, position: mention.position,
      message: "unknown theme '\(name)'" + Spelling.hint(for: name, among: names()))
  }

  private func definition(
    of name: String, _ diagnostics: inout [Diagnostic]
  ) -> (ThemeDefinition, file: String)? {
    guard !name.contains("/"), !name.hasPrefix(".") else { return nil }
    for directory in directories {
      let path = directory + "/\(name).yaml"
      switch ConfigurationText.read(path) {
      case .missing: continue
      case .failed(let diagnostic):
        diagnostics.append(diagnostic)
        return nil
      case .text(let text):
        let (definition, problems) = ThemeReader.read(text, file: path)
        diagnostics += problems
        return (definition, path)
      }
    }
    guard let text = EmbeddedThemes.text(named: name) else { return nil }
    let file = "the program's \(name).yaml"
    let (definition, problems) = ThemeReader.read(text, file: file)
    diagnostics += problems
    return (definition, file)
  }

  /// Follows `inherits`; a theme without it inherits `default`, so that every place has a style,
  /// and one that inherits `none` is alone.
  private func withParents(
    _ definition: ThemeDefinition, name: String, file: String, _ diagnostics: inout [Diagnostic]
  ) -> ThemeDefinition {
    var result = definition
    var link = definition.parent
    var linkFile = file
    var seen: Set<String> = [name]
    while let (parent, position) = link {
      if parent == "none" { return result }
      if let entries = CompiledThemes.entries(named: parent) {
        return result.merged(over: ThemeDefinition(entries: entries))
      }
      guard seen.insert(parent).inserted else {
        diagnostics.append(
          Diagnostic(
            .error, file: linkFile, position: position,
            message: "the theme '\(parent)' inherits itself"))
        break
      }
      guard let (next, nextFile) = self.definition(of: parent, &diagnostics) else {
        diagnostics.append(missing(parent, Mention(file: linkFile, position: position)))
        break
      }
      result = result.merged(over: next)
      link = next.parent
      linkFile = nextFile
    }
    return result.merged(over: ThemeDefinition(entries: CompiledThemes.standard.entries))
  }

  /// Puts the default's style where the theme's cannot be read.
  private func readable(
    _ theme: Theme, _ definition: ThemeDefinition, _ file: String,
    _ diagnostics: inout [Diagnostic]
  ) -> Theme {
    let findings = ContrastLint.findings(in: theme)
    guard !findings.isEmpty else { return theme }
    var entries = theme.entries
    for finding in findings {
      entries[finding.scope] = CompiledThemes.standard.style(for: finding.scope)
      let decisive = Theme.entry(for: finding.scope, in: theme.entries)?.scope ?? finding.scope
      diagnostics.append(
        Diagnostic(
          .warning, file: file, position: definition.positions[decisive],
          message: "'\(finding.scope)' \(finding.problem); the default is shown instead"))
    }
    return Theme(name: theme.name, entries: entries)
  }
}

extension ThemeDefinition {
  /// A definition of styles that need no looking up.
  package init(entries: [String: Style]) {
    func reference(_ color: Color) -> ColorReference {
      ColorReference(
        text: ColorName.text(color), file: "compiled", position: SourcePosition(line: 1, column: 1))
    }
    styles = entries.mapValues { style in
      StyleDefinition(
        foreground: style.foreground.map(reference), background: style.background.map(reference),
        modifiers: style.modifiers)
    }
  }
}
