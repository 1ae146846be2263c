import ArgumentParser
import MarfaSDK
import NoteFiles
import Settings

/// Adds a tag to notes.
struct TagAddCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a tag to notes.", discussion: TagChange.discussion)

  @OptionGroup var change: TagChange

  func run(in session: CommandSession) async throws {
    try await change.run("tagged", session) { store, id, tag, isThere in
      guard !isThere else { return nil }
      return { _ = try await store.addTags(id: id, [tag]) }
    }
  }
}

/// Takes a tag from notes.
struct TagRemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Remove a tag from notes.", discussion: TagChange.discussion)

  @OptionGroup var change: TagChange

  func run(in session: CommandSession) async throws {
    try await change.run("untagged", session) { store, id, tag, isThere in
      guard isThere else { return nil }
      return { _ = try await store.removeTags(id: id, [tag]) }
    }
  }
}

/// Renames a tag on all notes.
struct TagRenameCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Rename a tag on all notes; merges with an existing tag.",
    discussion: "Saved searches are changed, too. Fields: old, new, count (of changed notes).")

  @Argument(help: "The tag.", completion: Candidates.tag.completion)
  var old: String

  @Argument(help: "Its new name.", completion: Candidates.tag.completion)
  var new: String

  @Flag(name: .customLong("dry-run"), help: "Change nothing; show what would change.")
  var isDryRun = false

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: ["old", "new", "count"], output: session.output, shape: .single,
      human: { _ in nil })
    let old = try TagArgument.normalized(old)
    let new = try TagArgument.normalized(new)
    let client = try await session.openNotes()
    guard let entry = try await client.store.tags().first(where: { $0.tag == old }) else {
      throw CommandFailure(.notFound, "No tag “\(old)”.")
    }
    let count = isDryRun ? entry.count : try await client.store.renameTag(old, to: new)
    printer.print(
      Record([("old", .string(old)), ("new", .string(new)), ("count", .integer(Int64(count)))]))
    let note = count == 1 ? "1 note" : "\(count) notes"
    session.output.note(isDryRun ? "\(note) would be changed." : "\(note) changed.")
    try renameInSearches(TagRenaming(tag: old, name: new), session)
  }

  /// Gives the tag its new name in the saved searches, too.
  private func renameInSearches(_ renaming: TagRenaming, _ session: CommandSession) throws {
    let searches = session.configuration().savedSearches
    let changed = renaming.changed(of: searches)
    guard !changed.isEmpty else { return }
    let names = changed.map { "@" + $0.name }.joined(separator: ", ")
    guard !isDryRun else { return session.output.note("\(names) would be changed.") }
    do {
      try ConfigurationStore(directories: session.directories)
        .set(searches: searches.replacing(changed))
      session.output.note("\(names) changed.")
    } catch {
      throw CommandFailure(
        .failure,
        "The tag is renamed, except in \(names): \(ErrorText.sentence(for: error))")
    }
  }
}

/// A tag, and the notes that get it or lose it.
struct TagChange: ParsableArguments {
  static let discussion = """
    With --format or --json the changed notes are printed.

    Fields: those of list.

    Examples:

    marfa tag add birds "Ring records"

    marfa list --format {id} terns | marfa tag rm draft -
    """

  @Argument(help: "The tag.", completion: Candidates.tag.completion)
  var tag: String

  @Argument(
    help: "Ids, their first characters or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String]

  @Flag(name: .customLong("dry-run"), help: "Change nothing; show what would change.")
  var isDryRun = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  /// Changes each note for which there is work, and says how many.
  ///
  /// - Parameters:
  ///   - verb: What is done to a note, as in "2 notes tagged."
  ///   - session: Host, output and notes.
  ///   - work: The work for a note, given whether it has the tag; nil when there is none.
  /// - Throws: `CommandFailure` for what is no tag, and when a note could not be changed.
  func run(
    _ verb: String, _ session: CommandSession,
    work: (LocalStore, _ id: String, _ tag: String, _ isThere: Bool) -> (() async throws -> Void)?
  ) async throws {
    let tag = try TagArgument.normalized(tag)
    var batch = try IdBatch(ids, names, session: session)
    var printer = try NoteRecord.printer(format, session)
    let store = try await session.openNotes().store
    var count = 0
    while let id = await batch.next(in: store) {
      await batch.attempt(id) {
        let isThere = try await store.metadata(id: id).tags.contains(tag)
        guard let change = work(store, id, tag, isThere) else { return }
        if !isDryRun { try await change() }
        count += 1
        printer.print(try await NoteRecord.read(id, in: store))
      }
    }
    printer.finish()
    let note = count == 1 ? "1 note" : "\(count) notes"
    // That nothing was changed is said by the reason why.
    if count > 0 || !batch.hasFailed {
      session.output.note(isDryRun ? "\(note) would be \(verb)." : "\(note) \(verb).")
    }
    do {
      try batch.finish()
    } catch let failure as CommandFailure where failure.status == .notFound {
      await sayOrder(in: store, session)
      throw failure
    }
  }

  /// Says that the tag comes first to who wrote the note first.
  private func sayOrder(in store: LocalStore, _ session: CommandSession) async {
    // Without a note of that name nothing is to be said.
    guard let name = ids.first, ids.count == 1,
      (try? await store.resolve(tag, as: [.titles, .beginnings])) != nil
    else { return }
    session.output.note("The tag comes before the notes: \(name) \(tag)")
  }
}

/// Tags as arguments.
enum TagArgument {
  /// The tag as it is stored.
  ///
  /// - Parameter text: The tag as it was typed, with or without `#`.
  /// - Returns: The normalized tag.
  /// - Throws: `CommandFailure` when nothing of it is left.
  static func normalized(_ text: String) throws -> String {
    guard let tag = TagRules.normalize(text) else {
      throw CommandFailure(.usage, "“\(text)” is not a valid tag: a tag has letters or digits.")
    }
    return tag
  }
}
