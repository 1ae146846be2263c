import ArgumentParser
import MarfaSDK
import NoteFiles

/// Links one note to another.
struct LinkCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Link one note to another and print the link's id.",
    discussion: """
      The text of the notes does not change. Linking twice is not an error.

      Fields: id, source_id, target_id, type.

      Example: marfa link "Rye bread" Flour
      """)

  static let fields = ["id", "source_id", "target_id", "type"]

  @Argument(
    help: ArgumentHelp("The note to link from.", valueName: "from"),
    completion: Candidates.note.completion)
  var source: String

  @Argument(
    help: ArgumentHelp("The note to link to.", valueName: "to"),
    completion: Candidates.note.completion)
  var target: String

  @Option(help: ArgumentHelp("The type of the link.", valueName: "type"))
  var type = EdgeType.references.id

  @Flag(name: .customLong("rm"), help: "Remove the link instead.")
  var isRemoval = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let isRemoval = isRemoval
    var printer = try RecordPrinter(
      format, fields: Self.fields, output: session.output, shape: .single
    ) {
      isRemoval ? nil : $0["id"]?.stringValue
    }
    let client = try await session.openNotes()
    let sourceId = try await session.resolve(source, in: client.store, NameReading(names))
    let targetId = try await session.resolve(target, in: client.store, NameReading(names))
    let existing = try await client.store.edges(
      EdgeFilters(sourceId: sourceId, targetId: targetId, edgeTypes: [type]))
    if isRemoval {
      guard let edge = existing.data.first else {
        throw CommandFailure(.notFound, "The notes are not linked.")
      }
      try await client.store.deleteEdge(id: edge.id)
      return printer.print(Self.record(edge))
    }
    if let edge = existing.data.first {
      session.output.note("The notes are already linked.")
      return printer.print(Self.record(edge))
    }
    let edge = try await client.store.createEdge(
      CreateEdgeInput(sourceId: sourceId, targetId: targetId, edgeType: type))
    printer.print(Self.record(edge))
  }

  private static func record(_ edge: Edge) -> Record {
    Record([
      ("id", .string(edge.id)), ("source_id", .string(edge.sourceId)),
      ("target_id", .string(edge.targetId)), ("type", .string(edge.edgeType)),
    ])
  }
}
