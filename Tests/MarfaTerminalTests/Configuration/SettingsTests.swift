import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite struct SettingsTests {
  private func sources(
    _ directory: TemporaryDirectory, environment: [String: String] = [:]
  ) -> Settings.Sources {
    Settings.Sources(
      directories: ApplicationDirectories(environment: ["MARFA_CONFIG": directory.path]),
      environment: environment, executable: directory.path + "/bin/marfa")
  }

  @Test func `without files there are defaults and no remarks`() throws {
    let settings = Settings.load(sources(try TemporaryDirectory()))

    #expect(settings.configuration == Configuration())
    #expect(settings.keymap == DefaultKeymap.keymap(for: .vim))
    #expect(settings.theme == CompiledThemes.standard)
    #expect(settings.diagnostics == [])
  }

  @Test func `all files are read, and what is wrong in each is told`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("theme: own\nediting: {preset: plain}\nnope: 1\n", to: "config.yaml")
    try directory.write("list: {f9: note.new, f8: note.nope}\n", to: "keys.yaml")
    try directory.write("tag: red\nnope: red\n", to: "themes/own.yaml")

    let settings = Settings.load(sources(directory, environment: ["MARFA_NOPE": "1"]))

    #expect(settings.theme.style(for: "tag").foreground == .ansi(1))
    #expect(
      settings.keymap.keys(for: "note.new", in: .list).map(\.description) == ["n", "f9", "ctrl-n"])
    #expect(settings.diagnostics.count == 4)
  }

  @Test func `NO_COLOR wins over the theme asked for`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("theme: default\n", to: "config.yaml")

    let settings = Settings.load(sources(directory, environment: ["NO_COLOR": "1"]))

    #expect(settings.theme == CompiledThemes.mono)
  }

  @Test func `a saved file is read again`() async throws {
    let directory = try TemporaryDirectory()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bell.self, bufferingPolicy: .unbounded)
    let monitor = SettingsMonitor(sources: sources(directory)) {
      continuation.yield($0.configuration.bell)
    }
    monitor.restart()

    try AtomicFile.write("bell: audible\n", to: directory.path + "/config.yaml")
    for await bell in stream where bell == .audible { break }
    try AtomicFile.write("bell: visible\n", to: directory.path + "/config.yaml")
    for await bell in stream where bell == .visible { break }

    #expect(Settings.load(monitor.sources).configuration.bell == .visible)
    monitor.stop()
  }
}
