import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Works with changes that the server refused.
struct RefusedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "refused", abstract: "List, send again or discard what the server refused.",
    subcommands: [
      RefusedListCommand.self, RefusedRetryCommand.self, RefusedDiscardCommand.self,
    ], defaultSubcommand: RefusedListCommand.self)
}

/// Lists the changes that the server refused.
struct RefusedListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List what the server refused, oldest first.",
    discussion: """
      The notes stay as you wrote them. Editing a note sends it again.

      Fields: id (of the change), note, title, kind, code, message, since.
      """)

  static let fields = ["id", "note", "title", "kind", "code", "message", "since"]

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let time = session.localTime
    var printer = try RecordPrinter(
      format, fields: Self.fields, output: session.output,
      human: { Self.line($0, time.minute) })
    if session.hasNotes {
      let store = try await session.openNotesToRead().store
      for change in try await store.refusedChanges() {
        printer.print(try await Self.record(change, store))
      }
    }
    printer.finish()
  }

  /// A change in one line, whatever the server's words are.
  static func line(_ record: Record, _ minute: (String) -> String) -> String {
    let words = ["id", "title", "message", "since"].map { record[$0].map(Record.text) ?? "" }
    let message = words[2].split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(words[0])  \(words[1])  \(message)  since \(minute(words[3]))"
  }

  private static func record(_ change: RefusedChange, _ store: LocalStore) async throws -> Record {
    var title = JSONValue.null
    if let id = change.noteId {
      do {
        title = try await NoteRecord.read(id, in: store)["title"] ?? .null
      } catch is NotFoundError {
        // A note that was removed here; its change is still reported.
      }
    }
    let since = Timestamp(milliseconds: Int64(change.refusedAt.timeIntervalSince1970 * 1000))
    return Record([
      ("id", .string(change.id)), ("note", change.noteId.map(JSONValue.string) ?? .null),
      ("title", title), ("kind", .string(change.kind.rawValue)), ("code", .string(change.code)),
      ("message", .string(change.message)), ("since", .string(since.iso8601)),
    ])
  }
}

/// Which refused changes a command is about.
struct RefusedChoice: ParsableArguments {
  @Argument(help: "Ids of changes, as `refused list` shows them, or their first characters.")
  var ids: [String] = []

  @Flag(help: "All of them.")
  var all = false

  func validate() throws {
    if all == !ids.isEmpty {
      throw ArgumentParser.ValidationError("Name changes, or all of them with --all.")
    }
  }

  /// The ids of the chosen changes.
  func changes(in store: LocalStore) async throws -> [String] {
    let known = try await store.refusedChanges().map(\.id)
    if all { return known }
    return try ids.map { start in
      let found = known.filter { $0.hasPrefix(start) }
      guard found.count < 2 else {
        throw CommandFailure(.usage, "Several changes begin with “\(start)”.")
      }
      guard let id = found.first else {
        throw CommandFailure(.notFound, "No refused change “\(start)”.")
      }
      return id
    }
  }
}

/// Sends refused changes again.
struct RefusedRetryCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Send refused changes again with the next sync.",
    discussion: """
      --all leaves permanent deletions out: name them.
      """)

  @OptionGroup var choice: RefusedChoice

  func run(in session: CommandSession) async throws {
    let store = try await session.openNotes().store
    var ids = try await choice.changes(in: store)
    if choice.all {
      let deletions = try await store.refusedChanges().filter { $0.kind == .purgeItem }.map(\.id)
      ids.removeAll { deletions.contains($0) }
      if !deletions.isEmpty {
        let words =
          deletions.count == 1
          ? "1 permanent deletion is"
          : "\(deletions.count) "
            + "permanent deletions are"
        session.output.note("\(words) left; name what is to be deleted.")
      }
    }
    for id in ids { try await store.retryRefused(id: id) }
  }
}

/// Gives refused changes up.
struct RefusedDiscardCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Give refused changes up and show what the server has.",
    discussion: "A note that the server never took is removed from this machine. --yes confirms.")

  @OptionGroup var choice: RefusedChoice

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  func run(in session: CommandSession) async throws {
    let store = try await session.openNotes().store
    let ids = try await choice.changes(in: store)
    if !yes, !ids.isEmpty {
      guard session.host.streams.isInputTerminal else {
        throw CommandFailure(.usage, "What was written here is lost; confirm with --yes.")
      }
      guard session.answer("Discard \(SyncWords.changes(ids.count))?") == true else {
        throw CommandFailure(.failure, "Nothing was discarded.")
      }
    }
    for id in ids { try await store.discardRefused(id: id) }
  }
}
