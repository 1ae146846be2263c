import ArgumentParser
import MarfaSDK
import NoteFiles

/// Says how the notes stand with their server.
struct StatusCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is not on the server yet.",
    discussion: """
      The server is not asked. --watch prints a line whenever something changes, as JSON unless \
      --format says otherwise, until Ctrl-C.

      Fields: mode (local or synced), connection (live, catching up, connecting, offline, signed \
      out, server error, asked to wait, paused, manual, read-only; null without a server), pending, uploads, \
      conflicts, refused, server_full, last_synced_at (when everything was on the server last), \
      all_on_server, last_exchanged_at.
      """)

  static let fields = [
    "mode", "connection", "pending", "uploads", "conflicts", "refused", "server_full",
    "last_synced_at", "all_on_server", "last_exchanged_at",
  ]

  @Flag(help: "Print a line at each change.")
  var watch = false

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let server = ServerSession(session)
    if watch { return try await follow(server) }
    let store = session.hasNotes ? try await store(session) : nil
    let standing = try await server.standing(store)
    let line = SyncWords.line(standing, now: session.host.clock.now)
    var printer = try RecordPrinter(
      format, fields: Self.fields, output: session.output, shape: .single
    ) { _ in line }
    printer.print(Self.record(standing))
    printer.finish()
  }

  /// The notes; a file that may not be written is read as it is.
  private func store(_ session: CommandSession) async throws -> LocalStore {
    do {
      return try session.openNotesToGlance()
    } catch let error as StorageError where error.code == .readOnly || error.code == .cannotOpen {
      return try await session.openNotesToRead().store
    }
  }

  private func follow(_ server: ServerSession) async throws {
    let session = server.session
    var options = format
    // An array that never ends is no JSON.
    if !options.isGiven || options.json || options.format == "json" {
      (options.json, options.jsonl, options.format) = (false, true, nil)
    }
    let printerOptions = options
    let store = try await session.openNotes().store
    try await Interruptible.run(session.host) {
      let signals = try SyncSignals(store: store, lockPath: server.lockPath)
      defer { signals.stop() }
      var printer = try RecordPrinter(
        printerOptions, fields: Self.fields, output: session.output
      ) { $0.json }
      var last: Record?
      for await _ in signals.stream {
        let standing = try await server.standing(store)
        // Each exchange has another time, and says nothing else.
        var seen = standing
        seen.lastExchangedAt = nil
        if Self.record(seen) == last { continue }
        last = Self.record(seen)
        printer.print(Self.record(standing))
        session.output.flush()
        if session.output.isClosed { return }
      }
      throw CancellationError()
    }
  }

  /// The standing under its documented names.
  static func record(_ standing: SyncStanding) -> Record {
    let counts = standing.counts
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    func moment(_ time: Int64?) -> JSONValue {
      time.map { .string(Timestamp(milliseconds: $0).iso8601) } ?? .null
    }
    return Record([
      ("mode", .string(counts.server == nil ? "local" : "synced")),
      ("connection", standing.connection.map { .string($0.rawValue) } ?? .null),
      ("pending", number(counts.pending)), ("uploads", number(standing.uploads)),
      ("conflicts", number(counts.conflicts)), ("refused", number(counts.refused)),
      ("server_full", .bool(counts.isServerFull)),
      ("last_synced_at", moment(standing.lastSyncedAt)),
      ("all_on_server", .bool(standing.isAllOnServer)),
      ("last_exchanged_at", moment(standing.lastExchangedAt)),
    ])
  }
}
