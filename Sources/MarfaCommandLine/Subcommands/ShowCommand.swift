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

      --follow prints one note again whenever its text changes, until Ctrl-C: on a terminal in \
      place, elsewhere with a form feed after each text, with --json as one object a line.

      Fields: those of list, body, and derived_from: the ids of the notes that it is a copy of.

      Examples:

      marfa show "Rye bread"

      marfa list -0 --format {id} tag:draft | xargs -0 marfa show --raw
      """, aliases: ["cat"])

  @Argument(
    help: "Ids, their beginnings or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String]

  private static let fields = NoteRecord.listFields + ["body", "derived_from"]

  @Flag(name: .customLong("front-matter"), help: "Print title and tags above the text.")
  var hasFrontMatter = false

  @Flag(name: .customLong("raw"), help: "Print the text as it is, on a terminal too.")
  var isRaw = false

  @Flag(help: "Print the note again whenever its text changes.")
  var follow = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if follow, ids.count != 1 || ids == ["-"] {
      throw ArgumentParser.ValidationError("--follow needs one note.")
    }
  }

  func run(in session: CommandSession) async throws {
    if follow { return try await followNote(session) }
    var batch = try IdBatch(ids, names, session: session)
    var printer = try RecordPrinter(
      format, fields: Self.fields, output: session.output,
      shape: batch.count == 1 ? .single : .list, human: { _ in nil })
    let client = try await session.openNotesToRead()
    session.page()
    while let id = await batch.next(in: client.store) {
      let isFirst = batch.doneCount == 0
      await batch.attempt(id) {
        let text = try await client.store.noteText(id: id)
        if format.isGiven {
          printer.print(try await Self.record(id, text, client.store))
        } else {
          print(text, isFirst: isFirst, session)
        }
      }
    }
    printer.finish()
    try batch.finish()
  }

  private static func record(
    _ id: String, _ text: NoteText, _ store: LocalStore
  ) async throws -> Record {
    let originals = try await store.edges(
      EdgeFilters(sourceId: id, edgeTypes: [EdgeType.derivedFrom.id]))
    var record = try await NoteRecord.read(id, in: store)
    record.fields.append(.init(name: "body", value: .string(text.body)))
    record.fields.append(
      .init(name: "derived_from", value: .array(originals.data.map { .string($0.targetId) })))
    return record
  }

  private func followNote(_ session: CommandSession) async throws {
    let store = try await session.openNotes().store
    var batch = try IdBatch(ids, names, session: session)
    guard let id = await batch.next(in: store) else { return try batch.finish() }
    var options = format
    // An array that never ends is no JSON.
    if options.json || options.format == "json" {
      (options.json, options.jsonl, options.format) = (false, true, nil)
    }
    let printing = options
    try await ShowFollowing(session: session, store: store, noteId: id) { text in
      if printing.isGiven {
        var printer = try RecordPrinter(
          printing, fields: Self.fields, output: session.output, human: { _ in nil })
        printer.print(try await Self.record(id, text, store))
        printer.finish()
      } else if session.host.streams.isOutputTerminal {
        session.output.write(Self.clearedScreen)
        print(text, isFirst: true, session)
      } else {
        print(text, isFirst: true, session)
        session.output.write("\u{0C}\n")
      }
    }.run()
  }

  /// Moves to the first cell of a terminal, and clears it and what was scrolled away.
  private static let clearedScreen = "\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8

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
