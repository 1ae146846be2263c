/// Everything that the person's files say, read together.
package struct Settings: Sendable {
  /// `config.yaml`.
  package var configuration: Configuration
  /// `keys.yaml` over the preset.
  package var keymap: Keymap
  /// The theme for the terminal's background.
  package var theme: Theme
  /// What is wrong in the files and variables, in the order of reading.
  package var diagnostics: [Diagnostic]

  /// What is known of the terminal, and where to look.
  package struct Sources: Sendable {
    /// The application's directories.
    package var directories: ApplicationDirectories
    /// The process's variables.
    package var environment: [String: String]
    /// The absolute path of the running program, links resolved.
    package var executable: String
    /// The names that keys may be bound to.
    package var commands: [String]
    /// The terminal's background as far as it is known.
    package var background: TerminalBackground?

    /// Creates sources.
    package init(
      directories: ApplicationDirectories, environment: [String: String], executable: String,
      commands: [String] = DefaultKeymap.commandNames, background: TerminalBackground? = nil
    ) {
      self.directories = directories
      self.environment = environment
      self.executable = executable
      self.commands = commands
      self.background = background
    }

    /// The themes that can be found.
    package var themes: ThemeLibrary {
      ThemeLibrary(
        application: directories, environment: environment, executable: executable)
    }
  }

  /// Reads the files; whatever is wrong, there are settings.
  package static func load(_ sources: Sources) -> Settings {
    var (configuration, diagnostics) = ConfigurationStore(directories: sources.directories).load()
    let (keymap, keyRemarks) = keymap(sources, preset: configuration.editingPreset)
    let name = configuration.theme.name(
      on: sources.background, environment: sources.environment)
    let (theme, themeRemarks) = sources.themes.load(name)
    diagnostics += keyRemarks + themeRemarks
    diagnostics += EnvironmentVariables.diagnostics(for: sources.environment)
    return Settings(
      configuration: configuration, keymap: keymap, theme: theme, diagnostics: diagnostics)
  }

  private static func keymap(
    _ sources: Sources, preset: EditingPreset
  ) -> (keymap: Keymap, diagnostics: [Diagnostic]) {
    let path = sources.directories.keysFile
    switch ConfigurationText.read(path) {
    case .missing: return (DefaultKeymap.keymap(for: preset), [])
    case .failed(let diagnostic): return (DefaultKeymap.keymap(for: preset), [diagnostic])
    case .text(let text):
      return KeymapReader.read(text, file: path, preset: preset, commands: sources.commands)
    }
  }
}
