import ArgumentParser
import MarfaSDK
import NoteFiles

/// Lists and changes notebooks.
struct NotebookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notebook", abstract: "List and change notebooks.",
    subcommands: [
      NotebookListCommand.self, NotebookNewCommand.self, NotebookRenameCommand.self,
      NotebookMoveCommand.self, NotebookRemoveCommand.self,
    ])
}

/// The records of notebooks.
enum NotebookRecord {
  static let fields = ["id", "title", "path", "count", "total_count", "short_id"]

  /// A notebook and its path from the root, without the slash before it.
  static func record(_ notebook: Notebook, path: String) -> Record {
    Record([
      ("id", .string(notebook.id)), ("title", .string(notebook.title)),
      ("path", .string(path)), ("count", .integer(Int64(notebook.count))),
      ("total_count", .integer(Int64(notebook.totalCount))),
      ("short_id", .string(ShortId.text(of: notebook.id))),
    ])
  }

  /// A notebook as it is now.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - store: Where it is.
  /// - Returns: Its record; nil when it is not there any more.
  /// - Throws: `StorageError`.
  static func read(_ id: String, in store: LocalStore) async throws -> Record? {
    try await store.notebooks().paths.first { $0.notebook.id == id }
      .map { record($0.notebook, path: String($0.path.dropFirst())) }
  }

  /// Prints the notebook that a command has changed; for a person it says nothing.
  static func printer(_ options: FormatOptions, _ session: CommandSession) throws -> RecordPrinter {
    try RecordPrinter(
      options, fields: fields, output: session.output, shape: .single, human: { _ in nil })
  }
}

/// Lists notebooks.
struct NotebookListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List notebooks with the number of notes in them.",
    discussion: """
      For a person the notes of the notebooks in a notebook count, too.

      Fields: id, title, path, count (notes directly in it), total_count, short_id.

      Example: marfa notebook list --json
      """, aliases: ["ls"])

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      styled: format, fields: NotebookRecord.fields, output: session.output,
      painted: { Self.line($0) })
    let store = try await session.openNotesToRead().store
    session.page()
    for entry in try await store.notebooks().paths {
      printer.print(NotebookRecord.record(entry.notebook, path: String(entry.path.dropFirst())))
    }
    printer.finish()
  }

  private static func line(_ record: Record) -> PaintedText {
    .joined(
      [
        NoteRecord.id(record),
        PaintedText(record["path"]?.stringValue ?? "", ListStyle.notebook),
        PaintedText("\(record["total_count"]?.integerValue ?? 0)", ListStyle.quiet),
      ], by: "  ")
  }
}

/// Creates a notebook.
struct NotebookNewCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a notebook and print its id.",
    discussion: """
      A path such as House/Garden is one from the top; what is missing of it is created, too.

      Fields: those of notebook list.

      Example: marfa notebook new House/Garden
      """)

  @Argument(help: "Its title or path.")
  var path: String

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: NotebookRecord.fields, output: session.output, shape: .single,
      human: { $0["id"]?.stringValue })
    let store = try await session.openNotes().store
    let id = try await NotebookName(path).create(in: store)
    if let record = try await NotebookRecord.read(id, in: store) { printer.print(record) }
  }
}

/// Gives a notebook another title.
struct NotebookRenameCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a notebook.",
    discussion: """
      Fields: those of notebook list.

      Example: marfa notebook rename House/Garden Beds
      """)

  @Argument(help: "The notebook.", completion: Candidates.notebook.completion)
  var notebook: String

  @Argument(help: "Its new title.")
  var title: String

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try NotebookRecord.printer(format, session)
    let title = title.trimmingPrefix(while: \.isWhitespace)
    guard !title.isEmpty, !title.contains("/") else {
      throw CommandFailure(
        .usage,
        "A notebook's title is not empty and has no slash; `marfa notebook move` changes its place."
      )
    }
    let store = try await session.openNotes().store
    let id = try await NotebookName(notebook).id(in: store)
    try await store.rename(id: id, to: String(title))
    if let record = try await NotebookRecord.read(id, in: store) { printer.print(record) }
  }
}

/// Moves a notebook into another one or to the top.
struct NotebookMoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a notebook into another one, or to the top.",
    discussion: """
      Fields: those of notebook list.

      Examples:

      marfa notebook move Garden --to House

      marfa notebook move House/Garden --top
      """, aliases: ["mv"])

  @Argument(help: "The notebook.", completion: Candidates.notebook.completion)
  var notebook: String

  @Option(
    name: .customLong("to"), help: ArgumentHelp("The other notebook.", valueName: "notebook"),
    completion: Candidates.notebook.completion)
  var target: String?

  @Flag(name: .customLong("top"), help: "Move it out of every notebook.")
  var isTop = false

  @OptionGroup var format: FormatOptions

  func validate() throws {
    guard (target != nil) != isTop else {
      throw ArgumentParser.ValidationError("Use one of --to and --top.")
    }
  }

  func run(in session: CommandSession) async throws {
    var printer = try NotebookRecord.printer(format, session)
    let store = try await session.openNotes().store
    let id = try await NotebookName(notebook).id(in: store)
    var parent: String?
    if let target { parent = try await NotebookName(target).id(in: store) }
    do {
      try await store.move(id: id, toNotebook: parent)
    } catch let error as MarfaSDK.ValidationError where error.code == ErrorCode.edgeCycle {
      throw CommandFailure(.usage, "A notebook cannot be moved into itself or one that is in it.")
    }
    if let record = try await NotebookRecord.read(id, in: store) { printer.print(record) }
  }
}

/// Moves a notebook to the trash, with or without its notes.
struct NotebookRemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Move a notebook to the trash.",
    discussion: """
      On a terminal it asks what becomes of the notes; elsewhere a notebook that is not empty needs \
      --keep-notes or --trash-notes. Notes that are kept are in no notebook any more, and notebooks \
      in it move to where it was. Nothing is deleted permanently: `marfa restore` brings a \
      notebook back by its name, and notes by theirs.

      Fields: id, notebook_ids, note_ids (all that was moved).

      Example: marfa notebook rm House/Garden --keep-notes
      """, aliases: ["trash"])

  @Argument(help: "The notebook.", completion: Candidates.notebook.completion)
  var notebook: String

  @Flag(name: .customLong("keep-notes"), help: "Keep the notes; they are in no notebook then.")
  var keepsNotes = false

  @Flag(name: .customLong("trash-notes"), help: "Move the notes to the trash, too.")
  var trashesNotes = false

  @Flag(name: .customLong("no-input"), help: "Never ask.")
  var isNonInteractive = false

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if keepsNotes, trashesNotes {
      throw ArgumentParser.ValidationError("Use --keep-notes or --trash-notes.")
    }
  }

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: ["id", "notebook_ids", "note_ids"], output: session.output, shape: .single,
      human: { _ in nil })
    let store = try await session.openNotes().store
    let id = try await NotebookName(notebook).id(in: store)
    let contents = try await contents(of: id, store, session)
    let removal = try await store.removeNotebook(id: id, contents: contents)
    printer.print(
      Record([
        ("id", .string(id)), ("notebook_ids", .array(removal.notebookIds.map(JSONValue.string))),
        ("note_ids", .array(removal.noteIds.map(JSONValue.string))),
      ]))
    let notes = removal.noteIds.count == 1 ? "1 note" : "\(removal.noteIds.count) notes"
    switch contents {
    case .kept: session.output.note("Moved to the trash; \(notes) kept.")
    case .trashed: session.output.note("Moved to the trash with \(notes).")
    }
  }

  private func contents(
    of id: String, _ store: LocalStore, _ session: CommandSession
  ) async throws -> NotebookContents {
    if keepsNotes { return .kept }
    if trashesNotes { return .trashed }
    let items = try await store.edges(
      EdgeFilters(sourceId: id, edgeTypes: [EdgeType.parentOf.id])
    ).data.count
    // Of an empty notebook there is nothing to ask.
    guard items > 0 else { return .kept }
    guard !isNonInteractive, session.host.streams.isInputTerminal,
      session.host.streams.isErrorTerminal
    else {
      throw CommandFailure(
        .usage, "The notebook is not empty; say --keep-notes or --trash-notes.")
    }
    session.output.paintNote("Keep its notes, or trash them too? [k/t, Enter cancels] ")
    switch session.host.askLine()?.lowercased() {
    case "k", "keep": return .kept
    case "t", "trash": return .trashed
    default: throw CommandFailure(.failure, "Nothing was removed.")
    }
  }
}
