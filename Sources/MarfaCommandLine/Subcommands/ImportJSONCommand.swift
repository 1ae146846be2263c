import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Imports what `export json` wrote.
struct ImportJSONCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Import what `marfa export json` wrote.",
    discussion: """
      Items keep their ids and times. If an item already exists, the newer side wins and the \
      links in the file are added. A second import changes nothing; an interrupted import can be \
      run again. Nothing is deleted. `marfa import undo` does not undo it: run `marfa backup` \
      first if you may want to go back.
      """)

  @Argument(
    help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
    completion: .file())
  var file: String

  @OptionGroup var reporting: ImportReportOptions

  func run(in session: CommandSession) async throws {
    let bytes = try bytes(session)
    let client = try await session.openNotes()
    let importing = ImportJSON(store: client.store)
    let arguments = ImportJSON.Arguments(bytes: bytes, isDryRun: reporting.isDryRun)
    try await ImportReportPrinter(session, reporting).run(reading: "items") { progress in
      try await importing.run(arguments) { progress.take($0) }
    }
  }

  private func bytes(_ session: CommandSession) throws -> [UInt8] {
    if file == "-" { return try session.host.streams.readInput() }
    let path = try RealPath.resolve(session.host.absolute(file))
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }
}
