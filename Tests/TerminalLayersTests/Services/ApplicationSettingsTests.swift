import Foundation
import TerminalLayers
import Settings
import TerminalUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SettingsTests {
  private func settings(
    _ directory: TemporaryDirectory, environment: [String: String] = [:]
  ) -> ApplicationSettings {
    ApplicationSettings(
      directories: directories(directory), environment: environment,
      executable: directory.path + "/bin/marfa", isUnicode: true, calendar: .current)
  }

  private func directories(
    _ directory: TemporaryDirectory, _ folder: String = ""
  ) -> ApplicationDirectories {
    ApplicationDirectories(environment: ["MARFA_CONFIG": directory.path + folder])
  }

  @Test func `without files there are defaults and no remarks`() throws {
    let settings = settings(try TemporaryDirectory())

    #expect(settings.configuration == Configuration())
    #expect(settings.keymap == DefaultKeymap.keymap(for: .vim))
    #expect(settings.theme == CompiledThemes.standard)
    #expect(settings.diagnostics == [])
  }

  @Test func `all files are read, and the mistakes in each are reported`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("theme: own\nediting: {preset: plain}\nnope: 1\n", to: "config.yaml")
    try directory.write("list: {f9: note.new, f8: note.nope}\n", to: "keys.yaml")
    try directory.write("tag: red\nnope: red\n", to: "themes/own.yaml")

    let settings = settings(directory, environment: ["MARFA_NOPE": "1"])

    #expect(settings.theme.style(for: "tag").foreground == .ansi(1))
    #expect(
      settings.keymap.keys(for: "note.new", in: .list).map(\.description) == ["n", "f9", "ctrl-n"])
    #expect(settings.diagnostics.count == 4)
  }

  @Test func `mistakes in a theme shown in place of the configured one are reported`()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("tag: red\nnope: red\n", to: "themes/own.yaml")
    var settings = settings(directory)

    settings.override(theme: "own")

    #expect(settings.theme.style(for: "tag").foreground == .ansi(1))
    #expect(settings.diagnostics.count == 1)
  }

  @Test func `the theme of a run stays when the files are read again, until another is chosen`()
    throws
  {
    let directory = try TemporaryDirectory()
    var settings = settings(directory)
    settings.override(theme: "mono")

    try directory.write("theme: default\n", to: "config.yaml")
    settings.reload()
    settings.backgroundChanged(.dark)
    #expect(settings.theme.name == "mono")

    try settings.choose(theme: "default")
    settings.reload()
    #expect(settings.theme.name == "default")
  }

  @Test func `a missing theme is reported once, with its place`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("bell: none\ntheme: nosuch\n", to: "config.yaml")

    let settings = settings(directory)

    #expect(settings.theme == CompiledThemes.standard)
    #expect(settings.diagnostics.count == 1)
    #expect(settings.diagnostics.first?.description.contains("config.yaml:2:8: error:") == true)
  }

  @Test func `NO_COLOR wins over the theme asked for`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("theme: default\n", to: "config.yaml")

    #expect(settings(directory, environment: ["NO_COLOR": "1"]).theme == CompiledThemes.mono)
  }

  // MARK: - Watching

  /// Writes a file and waits until the monitor has reported its content.
  private func watch(
    _ directories: ApplicationDirectories, _ write: (SettingsMonitor) throws -> Void
  ) async throws {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bell.self, bufferingPolicy: .unbounded)
    let store = ConfigurationStore(directories: directories)
    let monitor = SettingsMonitor(directories: directories) {
      continuation.yield(store.load().configuration.bell)
    }
    monitor.restart()
    #expect(monitor.problem == nil)
    try write(monitor)
    for await bell in stream where bell == .audible { break }
    try AtomicFile.write("bell: visible\n", to: store.path)
    for await bell in stream where bell == .visible { break }
    monitor.stop()
    #expect(store.load().configuration.bell == .visible)
  }

  @Test func `a saved file is read again`() async throws {
    let place = try TemporaryDirectory()
    let directories = directories(place)

    try await watch(directories) { _ in
      try place.write("bell: audible\n", to: "config.yaml")
    }
  }

  @Test(arguments: ["/config", "/deep/er/config"])
  func `a directory that comes later is noticed with its files`(folder: String) async throws {
    let place = try TemporaryDirectory()
    let directories = directories(place, folder)

    try await watch(directories) { _ in
      try place.write("bell: audible\n", to: String(folder.dropFirst()) + "/config.yaml")
    }
  }

  @Test func `a directory that went and came again is noticed`() async throws {
    let place = try TemporaryDirectory()
    try place.write("bell: none\n", to: "config/config.yaml")

    try await watch(directories(place, "/config")) { _ in
      try FileManager.default.moveItem(atPath: place.path + "/config", toPath: place.path + "/old")
      try place.write("bell: audible\n", to: "config/config.yaml")
    }
  }
}
