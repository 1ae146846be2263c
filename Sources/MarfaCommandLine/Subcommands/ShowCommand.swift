import ArgumentParser
import MarfaSDK
import NoteFiles

/// Prints notes.
struct ShowCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the text of notes.",
    discussion: """
      With --json one note prints an object, several print an array.

      Fields: those of list, and body.
      """)

  @Argument(
    help: "Ids, their first characters or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String]

  @Flag(name: .customLong("front-matter"), help: "Print title and tags above the text.")
  var hasFrontMatter = false

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var batch = try IdBatch(ids, session: session)
    var printer = try RecordPrinter(
      format, fields: NoteRecord.listFields + ["body"], output: session.output,
      shape: batch.count == 1 ? .single : .list
    ) { _ in nil }
    let client = try await session.openNotesToRead()
    while let id = await batch.next(in: client.store) {
      let isFirst = batch.doneCount == 0
      await batch.attempt(id) {
        let text = try await client.store.noteText(id: id)
        if format.isGiven {
          var record = try await NoteRecord.read(id, in: client.store)
          record.fields.append(.init(name: "body", value: .string(text.body)))
          printer.print(record)
        } else {
          print(text, isFirst: isFirst, session)
        }
      }
    }
    printer.finish()
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
}
