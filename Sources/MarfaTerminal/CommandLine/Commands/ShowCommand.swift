import ArgumentParser
import MarfaSDK

/// Prints notes.
struct ShowCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the text of notes.",
    discussion: """
      With --json one note gives an object, several give an array.

      Fields: those of list, and body.
      """)

  @Argument(help: "Ids or their first characters; - reads them from standard input.")
  var ids: [String]

  @Flag(name: .customLong("front-matter"), help: "Print title and tags above the text.")
  var hasFrontMatter = false

  @Flag(help: "Print as JSON.")
  var json = false

  func run(in session: CommandSession) async throws {
    let names = try session.expanded(ids)
    let client = try await session.openNotes()
    var batch = IDBatch(names: names, session: session)
    var texts: [String] = []
    while let id = await batch.next(in: client.store) {
      let isFirst = batch.doneCount == 0
      await batch.attempt(id) {
        let text = try await client.store.noteText(id: id)
        if json {
          texts.append(try await record(text, client.store).json)
        } else {
          print(text, isFirst: isFirst, session)
        }
      }
    }
    if json { printJSON(texts, isSingle: names.count == 1, session) }
    try batch.finish()
  }

  private func print(_ text: NoteText, isFirst: Bool, _ session: CommandSession) {
    if hasFrontMatter {
      session.output.write(FrontMatter.text(title: text.title, tags: text.tags))
    } else if session.host.streams.isOutputTerminal {
      if !isFirst { session.output.line("") }
      let tags = text.tags.map { " #" + $0 }.joined()
      session.output.line((text.title.isEmpty ? "(untitled)" : text.title) + tags + "\n")
    }
    session.output.write(text.body)
    if !text.body.hasSuffix("\n") { session.output.line("") }
  }

  private func record(_ text: NoteText, _ store: LocalStore) async throws -> Record {
    guard let item = try await store.item(id: text.id) else {
      throw NotFoundError(code: ErrorCode.itemNotFound, message: "No item \(text.id).")
    }
    return Record([
      ("id", .string(item.id)), ("type", .string(item.type)), ("title", .string(text.title)),
      ("tags", .array(text.tags.map(JSONValue.string))), ("state", .string(item.state.rawValue)),
      ("created_at", .string(item.createdAt)), ("updated_at", .string(item.updatedAt)),
      ("version", .integer(Int64(item.version))), ("body", .string(text.body)),
    ])
  }

  private func printJSON(_ texts: [String], isSingle: Bool, _ session: CommandSession) {
    let texts = session.host.streams.isOutputTerminal ? texts.map(RecordPrinter.inert) : texts
    if isSingle {
      if let text = texts.first { session.output.write((text + "\n").utf8) }
    } else {
      let body = texts.isEmpty ? "[]\n" : "[\n" + texts.joined(separator: ",\n") + "\n]\n"
      session.output.write(body.utf8)
    }
  }
}
