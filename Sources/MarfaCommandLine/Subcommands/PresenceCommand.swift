import ArgumentParser
import MarfaSDK
import NoteFiles

/// Says who else is in the notes.
struct PresenceCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "presence", abstract: "Say who else is in the notes now.",
    discussion: """
      Asks the server once, for the notes that were opened on this machine. Nobody is no failure: \
      nothing is printed. `presence` in the configuration says what others see of you.

      Fields: name, id, title, color (1 to 8, or null), short_id.
      """)

  static let fields = ["name", "id", "title", "color", "short_id"]

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let server = ServerSession(session)
    let connection = try server.connection()
    let credential = try await server.credential()
    let store = try await session.openNotes().store
    let client = try await connection.client(
      on: store, at: session.databasePath, credential: credential, environment: store.environment)
    var printer = try RecordPrinter(
      format, fields: Self.fields, output: session.output, human: { Self.line(for: $0) })
    let notes = try await client.noteDocuments?.people() ?? [:]
    for record in try await Self.records(notes, in: store) { printer.print(record) }
    printer.finish()
  }

  /// The people in the order of their names, each once for a note.
  private static func records(
    _ notes: [String: [NotePerson]], in store: LocalStore
  ) async throws -> [Record] {
    var records: [(order: [String], record: Record)] = []
    for (id, people) in notes {
      let title = try await store.noteText(id: id).title
      for person in people {
        guard let name = person.name else { continue }
        let color = person.presence[PresenceKey.color].flatMap { Int64($0) }
        records.append(
          (
            [name, title, id, person.actor.description],
            Record([
              ("name", .string(name)), ("id", .string(id)), ("title", .string(title)),
              ("color", color.map { .integer($0) } ?? .null),
              ("short_id", .string(ShortId.text(of: id))),
            ])
          ))
      }
    }
    return records.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.record)
  }

  private static func line(for record: Record) -> String {
    ["name", "short_id", "title"].map { record[$0].map(Record.text) ?? "" }.joined(separator: "  ")
  }
}
