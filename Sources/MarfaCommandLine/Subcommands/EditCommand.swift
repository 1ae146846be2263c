import ArgumentParser
import MarfaSDK
import NoteFiles

/// Changes a note.
struct EditCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Edit a note in your editor.",
    discussion: """
      The editor is MARFA_EDITOR, the configured one, VISUAL or EDITOR. Each time it writes the \
      file the note is saved and merged with changes made elsewhere. If both sides changed the \
      same lines the exit code is 4 and your text is kept in a file. With --format or --json \
      the changed note is printed.

      Fields: those of list.

      Examples:

      marfa edit "Rye bread"

      marfa edit "Rye bread" --title "Rye loaf"

      sort list.txt | marfa edit "Shopping" -
      """, aliases: ["open"])

  @Argument(
    help: "The note's id, its first characters or the title.",
    completion: Candidates.note.completion)
  var id: String

  @Argument(help: "- replaces the text with standard input.")
  var input: String?

  @Option(help: "Rename the note and update links; no editor is started.")
  var title: String?

  @Option(help: ArgumentHelp("The editor to use.", valueName: "command"))
  var editor: String?

  @Flag(name: .customLong("keep-links"), help: "Leave links to the old title as they are.")
  var keepsLinks = false

  @Flag(name: .customLong("no-input"), help: "Never ask; do not save a doubtful text.")
  var isNonInteractive = false

  @Flag(name: .customLong("dry-run"), help: "With --title: show what would change.")
  var isDryRun = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if let input, input != "-" {
      throw ArgumentParser.ValidationError("Only - may follow the id.")
    }
    if isDryRun, title == nil {
      throw ArgumentParser.ValidationError("--dry-run is for --title.")
    }
  }

  func run(in session: CommandSession) async throws {
    var printer = try NoteRecord.printer(format, session, shape: .single)
    let client = try await session.openNotes()
    let id = try await session.resolve(id, in: client.store, NameReading(names))
    if input != nil { try await replaceText(of: id, client.store, session) }
    if let title {
      try await NoteRenaming(keepsLinks: keepsLinks, isDryRun: isDryRun)
        .run(id, to: title, in: client.store, session)
    }
    if input == nil, title == nil {
      let editor = try CommandEditing.editor(session, given: editor)
      try await CommandEditing(
        session: session, store: client.store, editor: editor,
        isNonInteractive: isNonInteractive
      ).edit(id: id)
    }
    printer.print(try await NoteRecord.read(id, in: client.store))
  }

  /// Replaces the text by standard input; what is written to the note while that is read is merged.
  private func replaceText(
    of id: String, _ store: LocalStore, _ session: CommandSession
  ) async throws {
    let before = try await store.noteText(id: id)
    let text = try session.inputText()
    // A command before the pipe that failed gives nothing, too.
    guard !text.isEmpty || before.body.isEmpty else {
      throw CommandFailure(
        .failure,
        "Standard input was empty; the note is unchanged. To empty it, give a line break: echo | "
          + "marfa edit … -")
    }
    do {
      let readsTags = session.configuration().readsInlineTags
      try await store.mergeText(
        id: id, from: before.body, to: text, snapshot: .always,
        tags: readsTags ? TagDifference(fromText: before.body, to: text) : .none)
    } catch is ConflictError {
      let file = try EditFile.create(
        in: session.directories.edit, id: id, title: before.title, text: text, base: before.body)
      throw CommandFailure(
        .conflict,
        "Your text and the note changed the same lines. Your text is not saved; it is kept in "
          + "\(file.path), and `marfa recover` lists it.")
    }
  }
}
