import ArgumentParser
import MarfaSDK
import NoteFiles

/// Gives a note another title.
struct RenameCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a note and update the links to it.",
    discussion: """
      `marfa tag rename` renames a tag, `marfa notebook rename` a notebook. With --format or --json \
      the note is printed.

      Fields: those of list.

      Example: marfa rename "Rye bread" "Rye loaf"
      """)

  @Argument(
    help: "The note's id, its beginning or the title.", completion: Candidates.note.completion)
  var id: String

  @Argument(help: "Its new title.")
  var title: String

  @Flag(name: .customLong("keep-links"), help: "Leave links to the old title as they are.")
  var keepsLinks = false

  @Flag(name: .customLong("dry-run"), help: "Change nothing; show what would change.")
  var isDryRun = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw ArgumentParser.ValidationError("A title needs at least one letter.")
    }
  }

  func run(in session: CommandSession) async throws {
    var printer = try NoteRecord.printer(format, session, shape: .single)
    let store = try await session.openNotes().store
    let id = try await session.resolve(id, in: store, NameReading(names))
    try await NoteRenaming(keepsLinks: keepsLinks, isDryRun: isDryRun)
      .run(id, to: title, in: store, session)
    printer.print(try await NoteRecord.read(id, in: store))
  }
}

/// A change of a note's title, and what it does to the links.
struct NoteRenaming {
  /// Whether links keep the old title.
  let keepsLinks: Bool
  /// Whether nothing is changed.
  let isDryRun: Bool

  /// Renames a note and says which links are rewritten.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - title: Its new title.
  ///   - store: Where it is.
  ///   - session: Where to say it.
  /// - Throws: What the store has against it.
  func run(
    _ id: String, to title: String, in store: LocalStore, _ session: CommandSession
  ) async throws {
    let result = try await store.rename(
      id: id, to: title, links: keepsLinks ? .keep : .rewrite, run: isDryRun ? .dry : .perform)
    let verb = isDryRun ? "would be rewritten" : "rewritten"
    for rewrite in result.rewrites {
      let links = rewrite.count == 1 ? "1 link" : "\(rewrite.count) links"
      session.output.note("\(rewrite.title): \(links) \(verb)")
    }
  }
}
