import ArgumentParser
import MarfaSDK

/// Moves notes to a notebook or out of it, into the archive or out of it.
struct MoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move notes to a notebook, or to the archive.",
    discussion: """
      A notebook is named by its title, its id or the id's first characters. A format prints the \
      notes.

      Fields: those of list.
      """)

  @Argument(help: "Ids or their first characters; - reads them from standard input.")
  var ids: [String]

  @Option(name: .customLong("to"), help: ArgumentHelp("The notebook.", valueName: "notebook"))
  var notebook: String?

  @Flag(help: "Take the notes out of their notebook.")
  var inbox = false

  @Flag(help: "Put the notes into the archive.")
  var archive = false

  @Flag(help: "Take the notes out of the archive.")
  var unarchive = false

  @OptionGroup var format: FormatOptions

  func validate() throws {
    guard [notebook != nil, inbox, archive, unarchive].count(where: { $0 }) == 1 else {
      throw ArgumentParser.ValidationError(
        "One of --to, --inbox, --archive and --unarchive says where to.")
    }
  }

  func run(in session: CommandSession) async throws {
    let names = try session.expanded(ids)
    var printer = try NoteRecord.printer(format, session)
    let store = try await session.openNotes().store
    var target: String?
    if let notebook { target = try await id(ofNotebook: notebook, in: store) }
    var batch = IDBatch(names: names, session: session)
    while let id = await batch.next(in: store) {
      await batch.attempt(id) {
        if archive || unarchive {
          _ = try await store.transitionItem(id: id, to: archive ? .archived : .active)
        } else {
          _ = try await store.move(id: id, toNotebook: target)
        }
        printer.print(try await NoteRecord.read(id, in: store))
      }
    }
    printer.finish()
    try batch.finish()
  }

  private func id(ofNotebook name: String, in store: LocalStore) async throws -> String {
    let notebooks = try await store.notebooks().flattened.map(\.notebook)
    let titled = notebooks.filter { $0.title.lowercased() == name.lowercased() }
    let named = titled.isEmpty ? notebooks.filter { $0.id.hasPrefix(name.lowercased()) } : titled
    guard let first = named.first else {
      throw CommandFailure(.notFound, "There is no notebook \(name).")
    }
    guard named.count == 1 else {
      let ids = named.map(\.id).joined(separator: ", ")
      throw CommandFailure(.usage, "\(name) may be one of \(ids).")
    }
    return first.id
  }
}
