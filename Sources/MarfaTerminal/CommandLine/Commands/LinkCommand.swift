import ArgumentParser
import MarfaSDK

/// Links one note to another.
struct LinkCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Link one note to another, and print the link's id.",
    discussion: "The text of the notes stays as it is. A link that exists is no error.")

  @Argument(help: ArgumentHelp("The id of the note that refers.", valueName: "from"))
  var source: String

  @Argument(help: ArgumentHelp("The id of the note that is referred to.", valueName: "to"))
  var target: String

  @Option(help: ArgumentHelp("The type of the link.", valueName: "type"))
  var type = EdgeType.references.id

  @Flag(name: .customLong("rm"), help: "Take the link away instead.")
  var isRemoval = false

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotes()
    let sourceID = try await session.resolve(source, in: client.store)
    let targetID = try await session.resolve(target, in: client.store)
    let existing = try await client.store.edges(
      EdgeFilters(sourceID: sourceID, targetID: targetID, edgeTypes: [type]))
    if isRemoval {
      guard let edge = existing.data.first else {
        throw CommandFailure(.notFound, "There is no such link.")
      }
      return try await client.store.deleteEdge(id: edge.id)
    }
    if let edge = existing.data.first {
      session.output.note("The link was there already.")
      return session.output.line(edge.id)
    }
    let edge = try await client.store.createEdge(
      CreateEdgeInput(sourceID: sourceID, targetID: targetID, edgeType: type))
    session.output.line(edge.id)
  }
}
