import ArgumentParser
import MarfaSDK
import NoteFiles

/// Prints notes.
struct ShowCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print the text of notes.",
    discussion: """
      On a terminal the notes are laid out as in the reader; --raw prints their text as it is, \
      which is also what other programs get. With --json one note prints an object, several print \
      an array.

      Fields: those of list, and body.

      Examples:

      marfa show "Rye bread"

      marfa list -0 --format {id} tag:draft | xargs -0 marfa show --raw
      """, aliases: ["cat"])

  @Argument(
    help: "Ids, their beginnings or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String]

  @Flag(name: .customLong("front-matter"), help: "Print title and tags above the text.")
  var hasFrontMatter = false

  @Flag(name: .customLong("raw"), help: "Print the text as it is, on a terminal too.")
  var isRaw = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var batch = try IdBatch(ids, names, session: session)
    var printer = try RecordPrinter(
      format, fields: NoteRecord.listFields + ["body"], output: session.output,
      shape: batch.count == 1 ? .single : .list, human: { _ in nil })
    let client = try await session.openNotesToRead()
    session.page()
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
    if session.host.streams.isOutputTerminal, !isRaw, !hasFrontMatter {
      let reading = NoteReadingPage(
        text, columns: session.host.streams.columns, environment: session.host.environment)
      if !isFirst { session.output.write(reading.rule + "\n") }
      for line in reading.lines { session.output.write(line + "\n") }
      return
    }
    if hasFrontMatter {
      session.output.write(FrontMatter.text(title: text.title, tags: text.tags))
    }
    session.output.write(text.body)
    if text.body.utf8.last != 0x0A { session.output.line("") }
  }
}
