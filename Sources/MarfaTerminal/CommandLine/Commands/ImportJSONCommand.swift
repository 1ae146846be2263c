import ArgumentParser
import Foundation
import MarfaSDK

/// Imports what `export json` wrote.
struct ImportJSONCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Import what `marfa export json` wrote.",
    discussion: "Items keep their ids and times; of an item that exists the newer side wins.")

  @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "file"))
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Write nothing.")
  var isDryRun = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Tell only what failed.")
  var quiet = false

  func run(in session: CommandSession) async throws {
    let bytes = try bytes(session)
    let client = try await session.openNotes()
    try await ImportReportPrinter(session, isJSON: json, isQuiet: quiet, isDryRun: isDryRun)
      .run(
        ImportJSON(store: client.store),
        with: ImportJSON.Arguments(bytes: bytes, isDryRun: isDryRun), reading: "items")
  }

  private func bytes(_ session: CommandSession) throws -> [UInt8] {
    if file == "-" { return try session.host.streams.readInput() }
    let path = try RealPath.resolve(session.host.absolute(file))
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
