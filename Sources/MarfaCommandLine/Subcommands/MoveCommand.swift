import ArgumentParser
import MarfaSDK

/// Moves notes to a notebook or out of it, into the archive or out of it.
struct MoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move notes to a notebook, or to the archive.",
    discussion: """
      Name a notebook by its title, its path as in House/Garden, its id or the first characters \
      of its id; a path from the top begins with a slash. With --format or --json the changed \
      notes are printed.

      Fields: those of list.

      Examples:

      marfa move "Ring records" --to House/Birds --make

      marfa move --archive "Old list"
      """, aliases: ["mv"])

  @Argument(
    help: "Ids, their first characters or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String]

  @Option(
    name: .customLong("to"), help: ArgumentHelp("The notebook.", valueName: "notebook"),
    completion: Candidates.notebook.completion)
  var notebook: String?

  @Flag(name: .customLong("make"), help: "Create the notebook, and those above it, if missing.")
  var makesNotebook = false

  @Flag(help: "Move the notes out of their notebook.")
  var inbox = false

  @Flag(help: "Archive the notes.")
  var archive = false

  @Flag(help: "Unarchive the notes.")
  var unarchive = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    guard [notebook != nil, inbox, archive, unarchive].count(where: { $0 }) == 1 else {
      throw ArgumentParser.ValidationError(
        "Use one of --to, --inbox, --archive and --unarchive" + missingNotebook)
    }
    if makesNotebook, notebook == nil {
      throw ArgumentParser.ValidationError("--make works only with --to.")
    }
  }

  /// What `marfa mv NOTE NOTEBOOK` has to be; the end of the sentence.
  private var missingNotebook: String {
    guard !inbox, !archive, !unarchive, ids.count > 1, let last = ids.last, last != "-" else {
      return "."
    }
    let shown = last.contains(" ") ? "\"\(last)\"" : last
    return ", as in `marfa move NOTE --to \(shown)`."
  }

  func run(in session: CommandSession) async throws {
    var batch = try IdBatch(ids, names, session: session)
    var printer = try NoteRecord.printer(format, session)
    let store = try await session.openNotes().store
    var target: String?
    if let notebook {
      target = try await NotebookName(notebook).id(
        in: store, missing: makesNotebook ? .made : .offered)
    }
    if archive || unarchive {
      await batch.transition(
        to: archive ? .archived : .active, from: archive ? .active : .archived, in: store
      ) { id in
        printer.print(try await NoteRecord.read(id, in: store))
      }
    } else {
      while let id = await batch.next(in: store) {
        await batch.attempt(id) {
          _ = try await store.move(id: id, toNotebook: target)
          printer.print(try await NoteRecord.read(id, in: store))
        }
      }
    }
    printer.finish()
    try batch.finish()
  }
}
