import ArgumentParser
import MarfaSDK
import NoteFiles

/// Creates a note.
struct NewCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Create a note and print its id.",
    discussion: """
      The text is the arguments, or standard input if the argument is `-` or input is piped. \
      Put `--` before a text that begins with `-`. On a terminal, without text and title, the \
      editor opens. With neither text nor title nothing is created (exit code 1). With --format \
      or --json the new note is printed instead of its id.

      Fields: those of list.

      Examples:

      marfa new --title "Rye bread" --tag baking "500 g flour, 350 g water"

      git log --oneline | marfa new --title "Today's commits" -
      """)

  @Option(name: .shortAndLong, help: "The title.")
  var title: String?

  @Option(
    name: .customLong("tag"), help: "A tag; may be repeated.",
    completion: Candidates.tag.completion)
  var tags: [String] = []

  @Option(
    help: ArgumentHelp("The notebook to create it in.", valueName: "notebook"),
    completion: Candidates.notebook.completion)
  var notebook: String?

  @Flag(name: .customLong("make"), help: "Create the notebook, and those above it, if missing.")
  var makesNotebook = false

  @Flag(name: .customLong("no-input"), help: "Do not read standard input or open an editor.")
  var isNonInteractive = false

  @Argument(help: "The text, or - for standard input.")
  var text: [String] = []

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try NoteRecord.printer(format, session, shape: .single) {
      $0["id"]?.stringValue
    }
    let tags = try tags.map(TagArgument.normalized)
    let body = try body(session)
    if let body { try refuseNothing(body) }
    let client = try await session.openNotes()
    let store = client.store
    var notebookId: String?
    if let notebook {
      notebookId = try await NotebookName(notebook).id(
        in: store, missing: makesNotebook ? .made : .offered)
    }
    let place = notebookId
    let id =
      if let body {
        try await Self.create(
          title ?? "", body, tags, place, store,
          readsInlineTags: session.configuration().readsInlineTags)
      } else {
        try await write(tags, place, store, session)
      }
    printer.print(try await NoteRecord.read(id, in: store))
  }

  /// The text, or nil when it is to be written in the editor.
  private func body(_ session: CommandSession) throws -> String? {
    if text == ["-"] { return try session.inputText() }
    if !text.isEmpty { return text.joined(separator: " ") + "\n" }
    if isNonInteractive { return "" }
    if !session.host.streams.isInputTerminal { return try session.inputText() }
    return title == nil ? nil : ""
  }

  /// A note of nothing helps nobody, and is what a script makes whose text went missing.
  private func refuseNothing(_ body: String) throws {
    guard (title ?? "").allSatisfy(\.isWhitespace), body.allSatisfy(\.isWhitespace) else { return }
    throw CommandFailure(
      .failure, "Nothing to save: give a text, a title or standard input.")
  }

  private static func create(
    _ title: String, _ body: String, _ tags: [String], _ notebook: String?, _ store: LocalStore,
    readsInlineTags: Bool
  ) async throws -> String {
    let inline = readsInlineTags ? InlineTags.names(in: body) : []
    var properties: [String: JSONValue] = ["body": .string(body)]
    if !title.isEmpty { properties["title"] = .string(title) }
    let input = CreateItemInput(
      type: CoreNote.typeIdentifier, properties: properties, tags: inline.union(tags).sorted())
    return try await store.createItem(NewItem(input, notebook: notebook)).item.id
  }

  private func write(
    _ tags: [String], _ notebook: String?, _ store: LocalStore, _ session: CommandSession
  ) async throws -> String {
    let editor = try CommandEditing.editor(session, given: nil)
    let editing = CommandEditing(
      session: session, store: store, editor: editor, isNonInteractive: false)
    let draft = EditableNote(title: "", tags: tags, body: "")
    let id = try await editing.write(draft) { note in
      try await Self.create(
        note.title, note.body, note.tags, notebook, store,
        readsInlineTags: editor.readsInlineTags)
    }
    guard let id else {
      throw CommandFailure(.failure, "The text is empty; no note was created.")
    }
    return id
  }
}
