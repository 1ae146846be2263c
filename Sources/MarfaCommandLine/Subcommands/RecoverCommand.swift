import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles
import NoteMarkup

/// Lists and brings home texts that an external editor left behind.
struct RecoverCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "List unsaved edits.",
    discussion: """
      An edit stays in a file until its note is saved; after a crash it is listed here. \
      --restore merges it into its note.

      Fields: path, id, modified_at, is_changed.
      """)

  static let fields = ["path", "id", "modified_at", "is_changed"]

  @Option(
    help: ArgumentHelp("Save a file's text in its note and remove the file.", valueName: "path"),
    completion: .file())
  var restore: String?

  @Option(
    help: ArgumentHelp("Remove a file without saving its text.", valueName: "path"),
    completion: .file())
  var discard: String?

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if restore != nil, discard != nil {
      throw ArgumentParser.ValidationError("Choose one of --restore and --discard.")
    }
  }

  func run(in session: CommandSession) async throws {
    let survivors = EditFile.survivors(in: session.directories.edit)
    if let restore {
      let survivor = try find(restore, in: survivors, session)
      if let place = survivor.content.invalidPlace {
        throw CommandFailure(
          .failure,
          "Line \(place.line), column \(place.column) of \(survivor.file.path) is not UTF-8 text; "
            + "nothing was saved. Convert it (iconv -t UTF-8), then restore it.")
      }
      return try await store(survivor, session)
    }
    if let discard { return try find(discard, in: survivors, session).file.remove() }
    let time = session.localTime
    var printer = try RecordPrinter(format, fields: Self.fields, output: session.output) {
      "\($0["path"]?.stringValue ?? "")  \(time.minute($0["modified_at"]?.stringValue ?? ""))"
        + ($0["is_changed"] == .bool(true) ? "" : "  (not changed)")
    }
    for survivor in survivors { printer.print(Self.record(survivor)) }
    printer.finish()
  }

  private static func record(_ survivor: EditFile.Survivor) -> Record {
    Record([
      ("path", .string(survivor.file.path)), ("id", .string(survivor.id)),
      ("modified_at", .string(Timestamp(survivor.modified).iso8601)),
      ("is_changed", .bool(survivor.isChanged)),
    ])
  }

  private func find(
    _ name: String, in survivors: [EditFile.Survivor], _ session: CommandSession
  ) throws -> EditFile.Survivor {
    let path = session.host.absolute(name)
    let found = survivors.first { $0.file.path == path || $0.file.name == name }
    guard let found else {
      throw CommandFailure(.notFound, "No unsaved edit “\(name)”; `marfa recover` lists them.")
    }
    return found
  }

  /// Merges the text into its note; without the note it becomes a new one.
  private func store(_ survivor: EditFile.Survivor, _ session: CommandSession) async throws {
    let store = try await session.openNotes().store
    guard try await store.item(id: survivor.id) != nil else {
      let id = try await create(survivor, store)
      survivor.file.remove()
      return session.output.line(id)
    }
    let stored = try await EditableNote(store.noteText(id: survivor.id))
    let hasFrontMatter = FrontMatterExtent(in: survivor.base) != nil
    let (base, _) = EditableNote.read(
      survivor.base, before: stored, hasFrontMatter: hasFrontMatter, file: survivor.file.path)
    let (mine, _) = EditableNote.read(
      survivor.text, before: base, hasFrontMatter: hasFrontMatter, file: survivor.file.path)
    let merging = EditableNote.merge(base: base, mine: mine, theirs: stored)
    guard merging.isClean else {
      throw CommandFailure(
        .conflict,
        "The unsaved edit and the note changed the same lines; \(survivor.file.path) is kept.")
    }
    try await store.store(
      merging.note, over: stored, id: survivor.id, snapshot: .always,
      readsInlineTags: session.configuration().readsInlineTags)
    survivor.file.remove()
    session.output.line(survivor.id)
  }

  private func create(_ survivor: EditFile.Survivor, _ store: LocalStore) async throws -> String {
    let empty = EditableNote(title: "", tags: [], body: "")
    let (note, _) = EditableNote.read(
      survivor.text, before: empty,
      hasFrontMatter: FrontMatterExtent(in: survivor.text) != nil, file: survivor.file.path)
    var properties: [String: JSONValue] = ["body": .string(note.body)]
    if !note.title.isEmpty { properties["title"] = .string(note.title) }
    let input = CreateItemInput(
      type: CoreNote.typeIdentifier, properties: properties, tags: note.tags)
    return try await store.createItem(NewItem(input)).item.id
  }
}
