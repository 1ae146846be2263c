import ArgumentParser
import MarfaSDK
import NoteFiles
import Settings

/// Works with notes that were changed here and elsewhere in the same place.
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "List and resolve notes that were changed in two places.",
    subcommands: [ConflictsListCommand.self, ConflictsResolveCommand.self],
    defaultSubcommand: ConflictsListCommand.self)
}

/// Lists the conflicts that wait for a person.
struct ConflictsListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the conflicts that wait for you, oldest first.",
    discussion: """
      Edits of different places are merged without asking. `server.conflicts: copy` keeps both \
      versions instead of asking.

      trashed says where the note was moved to the trash while the other side changed it: here, \
      there or null.

      device is the one that made theirs and theirs_at when, where the server says so. trashed_by \
      is the other device that moved the note to the trash.

      file is the file of `marfa mirror` that contradicts its note: mine is in the file then, and \
      theirs in the note.

      Fields: id (of the note), title, fields, mine, theirs, since, trashed, device, theirs_at, \
      trashed_by, file.
      """)

  static let fields = [
    "id", "title", "fields", "mine", "theirs", "since", "trashed", "device", "theirs_at",
    "trashed_by", "file",
  ]

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let time = session.localTime
    var printer = try RecordPrinter(format, fields: Self.fields, output: session.output) {
      Self.line($0, time)
    }
    if session.hasNotes {
      let store = try await session.openNotesToRead().store
      for sides in try await store.conflicts() {
        printer.print(try await Self.record(sides, store))
      }
    }
    printer.finish()
  }

  private static func record(_ sides: ConflictSides, _ store: LocalStore) async throws -> Record {
    let context = sides.conflict.context
    func values(_ side: [String: JSONValue]) -> JSONValue {
      .object(
        Dictionary(
          uniqueKeysWithValues: Set(context.conflictingFields).map { ($0, side[$0] ?? .null) }))
    }
    let trasher = sides.trashing == .there ? sides.origins.stateDevice : nil
    let title = try await NoteRecord.read(context.itemId, in: store)["title"] ?? .null
    return Record([
      ("id", .string(context.itemId)), ("title", title),
      ("fields", .array(context.conflictingFields.map(JSONValue.string))),
      ("mine", values(sides.item.properties)), ("theirs", values(context.current.properties)),
      ("since", .string(sides.conflict.parkedAt.iso8601)),
      ("trashed", sides.trashing.map { .string($0 == .here ? "here" : "there") } ?? .null),
      ("device", sides.theirDevice.map(JSONValue.string) ?? .null),
      (
        "theirs_at",
        (sides.isTold ? sides.origins.theirsAt : nil).map { .string(Timestamp($0).iso8601) }
          ?? .null
      ),
      ("trashed_by", trasher.map(JSONValue.string) ?? .null),
      ("file", sides.file.map(JSONValue.string) ?? .null),
    ])
  }

  private static func line(_ record: Record, _ time: LocalTime) -> String {
    let words = ["id", "title", "fields", "since"].map { record[$0].map(Record.text) ?? "" }
    let isTold = record["theirs_at"]?.stringValue != nil
    let other = record["device"]?.stringValue ?? (isTold ? "another device" : nil)
    let trash =
      switch record["trashed"]?.stringValue {
      case "here"?: "; you moved it to the trash, \(other ?? "another device") changed it"
      case "there"?:
        "; \(record["trashed_by"]?.stringValue ?? "another device") moved it to the trash"
      default: ""
      }
    let file = record["file"]?.stringValue.map { ", mine in \($0), theirs in the note" }
    let device = file ?? other.map { ", theirs from \($0)" } ?? ""
    let fields = words[2].isEmpty ? "" : "  (\(words[2]))"
    let since = time.minute(words[3])
    return "\(ShortId.text(of: words[0]))  \(words[1])\(fields)  since \(since)\(device)\(trash)"
  }
}

/// Settles conflicts.
struct ConflictsResolveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve", abstract: "Settle conflicts.",
    discussion: """
      --mine takes what was written here where both sides changed the same place, --theirs what \
      is on the server; what one side alone changed stays. --both takes the server's version and \
      keeps yours in a note of its own, with the tag conflicted-copy and a link to the original \
      (derived_from of `marfa show --json`). --file takes the text of a file. The former versions \
      stay in the history. The next sync sends the result.

      Where a file of `marfa mirror` contradicts its note, --mine takes the file's text and --theirs \
      the note's; the mirror writes the file.

      A note that one side moved to the trash leaves it if you take the side that changed it, and \
      stays there otherwise.
      """)

  @Argument(
    help:
      "Notes in conflict: ids, their first characters or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String] = []

  @Flag(help: "All conflicts.")
  var all = false

  @Flag(help: "Take what was written here.")
  var mine = false

  @Flag(help: "Take what is on the server.")
  var theirs = false

  @Flag(help: "Take what is on the server and keep mine in a note of its own.")
  var both = false

  @Option(
    help: ArgumentHelp(
      "Take the text of a file; - reads standard input.", valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws {
    guard [mine, theirs, both, file != nil].count(where: { $0 }) == 1 else {
      throw ArgumentParser.ValidationError("Choose one of --mine, --theirs, --both and --file.")
    }
    if all == !ids.isEmpty {
      throw ArgumentParser.ValidationError("Name notes, or all of them with --all.")
    }
    if file != nil, all || ids.count != 1 || ids == ["-"] {
      throw ArgumentParser.ValidationError("--file takes one note.")
    }
  }

  func run(in session: CommandSession) async throws {
    let text = try file.map { try read($0, session) }
    let store = try await session.openNotes().store
    let parked = try await store.parkedConflicts()
    let names = all ? Array(Set(parked.map(\.context.itemId))).sorted() : ids
    var batch = try IdBatch(names, session: session)
    while let id = await batch.next(in: store) {
      let conflicts = parked.filter { $0.context.itemId == id }
      await batch.attempt(id) {
        guard !conflicts.isEmpty else {
          throw CommandFailure(.notFound, "It has no conflict.")
        }
        for conflict in conflicts { try await settle(conflict, text, store) }
      }
    }
    try batch.finish()
  }

  private func settle(
    _ conflict: ParkedConflict, _ text: String?, _ store: LocalStore
  ) async throws {
    guard let sides = try await store.conflictSides(id: conflict.id) else { return }
    var chosen: [String: JSONValue] = [:]
    if mine || theirs {
      // What was written after the conflict was met is mine, too.
      chosen = MergeSubject(sides) { _ in "" }.taking(mine ? .mine : .theirs)
      _ = MergeSubject.state(in: &chosen)
    } else if let text {
      chosen = ["body": .string(text)]
    }
    var isDecidedByCopy = both && !sides.conflict.context.conflictingFields.isEmpty
    if both, sides.trashing == .there {
      // What the server has is in the trash, and stays as it is there.
      let context = sides.conflict.context
      for name in context.clientPatch.keys {
        chosen[name] = context.current.properties[name] ?? .null
      }
      isDecidedByCopy = true
    }
    let leavesTrash = sides.trashing.map { ($0 == .here) == (theirs || both) } ?? false
    try await store.resolveConflict(
      id: conflict.id, choosing: chosen, state: leavesTrash ? .active : nil,
      copy: isDecidedByCopy ? copy(of: sides) : nil, read: sides.reading)
  }

  /// What was written here, as a note of its own.
  private func copy(of sides: ConflictSides) -> NewItem {
    let context = sides.conflict.context
    let input = CreateItemInput(
      type: context.type, properties: sides.item.properties.filter { !$0.value.isNull },
      tier: context.tier, tags: context.tags + ["conflicted-copy"],
      edges: [EdgeType.derivedFrom.id: [context.itemId]],
      attachments: context.attachments.isEmpty ? nil : context.attachments)
    return NewItem(input, notebook: nil)
  }

  private func read(_ file: String, _ session: CommandSession) throws -> String {
    if file == "-" { return try session.inputText() }
    guard case .text(let text) = ConfigurationText.read(session.host.absolute(file)) else {
      throw CommandFailure(.usage, "\(file) cannot be read as UTF-8 text.")
    }
    return text
  }
}
