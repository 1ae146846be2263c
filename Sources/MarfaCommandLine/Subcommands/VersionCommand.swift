import ArgumentParser
import NoteFiles

/// Prints the version.
struct VersionCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the version.",
    discussion: "Fields: name, version.")

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: ["name", "version"], output: session.output, shape: .single
    ) { _ in
      "marfa \(MarfaVersion.current)"
    }
    printer.print(
      Record([("name", .string("marfa")), ("version", .string(MarfaVersion.current))]))
  }
}
