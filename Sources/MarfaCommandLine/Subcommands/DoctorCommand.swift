import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalUI

/// Reports how the terminal, the files and the notes are.
struct DoctorCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the terminal, files and notes.",
    discussion: """
      The exit code is 1 if a check fails. A database of more than 64 MB is read as a whole with \
      --deep only.

      Fields: name, status (ok, warning or error), value, advice.
      """)

  static let fields = ["name", "status", "value", "advice"]

  @Flag(help: "Read the whole database, however large, and check the search index.")
  var deep = false

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      styled: format, fields: Self.fields, output: session.output, painted: { Self.line($0) })
    let checks = try await checks(session)
    for check in checks { printer.print(Self.record(check)) }
    printer.finish()
    if checks.contains(where: { $0.status == .bad }) { throw CommandFailure(.failure) }
  }

  private func checks(_ session: CommandSession) async throws -> [HealthCheck] {
    let configurationStore = ConfigurationStore(directories: session.directories)
    var (configuration, diagnostics) = configurationStore.load()
    diagnostics += session.themes.missing(configuration.theme, in: configurationStore)
    let terminal = TerminalHealth(
      environment: session.host.environment, configuration: configuration)
    let themes = ThemeHealth(
      library: session.themes, choice: configuration.theme, environment: session.host.environment)
    let keys = KeymapReader.load(
      session.directories.keysFile, preset: configuration.editingPreset)
    let files = FileHealth(
      directories: session.directories, diagnostics: diagnostics, keyDiagnostics: keys.diagnostics)
    let store = StoreHealth(databasePath: session.databasePath, isDeep: deep) {
      try await session.openNotes()
    }
    // A database that cannot be opened is reported by its own check.
    let opened = session.hasNotes ? try? await session.openNotesToRead().store : nil
    let server = await ServerHealth(
      server: ServerSession(session, configuration.server), store: opened
    ).checks()
    let notes = try await Interruptible.run(session.host) { try await store.checks() }
    return [HealthCheck("version", .good, "marfa \(MarfaVersion.current)")] + terminal.checks()
      + themes.checks() + files.checks() + notes + server
  }

  private static func record(_ check: HealthCheck) -> Record {
    Record([
      ("name", .string(check.name)), ("status", .string(check.status.rawValue)),
      ("value", .string(check.value)), ("advice", .string(check.advice)),
    ])
  }

  private static func line(_ record: Record) -> PaintedText {
    let status = record["status"]?.stringValue ?? ""
    let space = String(repeating: " ", count: max(0, 7 - status.count) + 1)
    let advice = (record["advice"]?.stringValue ?? "").split(separator: "\n")
    return PaintedText(status, style(of: status))
      + PaintedText(
        space + "\(record["name"]?.stringValue ?? ""): \(record["value"]?.stringValue ?? "")"
          + advice.map { "\n        \($0)" }.joined())
  }

  private static func style(of status: String) -> Style {
    switch HealthCheck.Status(rawValue: status) {
    case .good: ListStyle.good
    case .warning: ListStyle.warning
    case .bad: ListStyle.bad
    case nil: .plain
    }
  }
}
