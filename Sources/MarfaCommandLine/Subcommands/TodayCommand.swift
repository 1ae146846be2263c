import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Opens the note of the day, or adds to it.
struct TodayCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "today", abstract: "Open today's note, or add text to it.",
    discussion: """
      The note is the one whose title is today's date, such as 2026-09-21. If there is none it is \
      created, from the template daily if there is one (templates/daily.md next to config.yaml). \
      Text, or standard input for `-`, is added as a paragraph of its own, and the id is printed. \
      Without text the editor opens on a terminal; elsewhere the id is printed.

      Fields: those of list.

      Examples:

      marfa today

      marfa today "Two reed warblers at the pond"
      """)

  @Argument(help: "Text to add, or - for standard input.")
  var text: [String] = []

  @Option(help: ArgumentHelp("The editor to use.", valueName: "command"))
  var editor: String?

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var printer = try NoteRecord.printer(format, session, shape: .single) {
      $0["id"]?.stringValue
    }
    let added = text == ["-"] ? try session.inputText() : text.joined(separator: " ")
    let store = try await session.openNotes().store
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = session.host.timeZone
    let now = Date(timeIntervalSince1970: Double(session.host.clock.now.milliseconds) / 1000)
    let note = try await DailyNote.today(
      in: store, templates: session.directories.templates, now: now, calendar: calendar)
    if !added.allSatisfy(\.isWhitespace) {
      try await add(added, to: note.id, store, session)
    } else if session.host.streams.isInputTerminal, !format.isGiven {
      let editor = try CommandEditing.editor(session, given: editor)
      return try await CommandEditing(
        session: session, store: store, editor: editor, isNonInteractive: false
      ).edit(id: note.id)
    }
    printer.print(try await NoteRecord.read(note.id, in: store))
  }

  /// Adds a text at the end of the note as it is by then: what others add at the same time
  /// contradicts nothing.
  private func add(
    _ text: String, to id: String, _ store: LocalStore, _ session: CommandSession
  ) async throws {
    let readsTags = session.configuration().readsInlineTags
    while true {
      let note = try await store.noteText(id: id)
      let body = Self.body(note.body, adding: text)
      do {
        _ = try await store.saveText(
          id: id, body: body, basedOn: note.revision, snapshot: .always,
          tags: readsTags ? TagDifference(fromText: note.body, to: body) : .none)
        return
      } catch is ConflictError {
        // Somebody else wrote in between: the next round reads their text.
        try Task.checkCancellation()
      }
    }
  }

  private static func body(_ before: String, adding text: String) -> String {
    var body = before
    // A line may end in CR LF, which is one `Character`.
    if !body.isEmpty, body.utf8.last != 0x0A { body += "\n" }
    if !body.isEmpty, !body.hasSuffix("\n\n") { body += "\n" }
    return body + (text.utf8.last == 0x0A ? text : text + "\n")
  }
}
