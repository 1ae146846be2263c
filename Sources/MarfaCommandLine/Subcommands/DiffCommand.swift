import ArgumentParser
import MarfaSDK
import NoteFiles

/// Shows what changed between two versions of a note.
struct DiffCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two versions of a note.",
    discussion: """
      Without versions shows the last change; with one version, what changed since then. \
      On a terminal, and with --words, each changed line is shown once with the words that were \
      removed and added; elsewhere, and with --unified, the output is a unified diff.

      Fields: old, new (the versions), diff.

      Example: marfa diff "Rye bread" 3 5
      """)

  @Argument(
    help: "The note's id, its first characters or the title.",
    completion: Candidates.note.completion)
  var id: String

  @Argument(help: "The older version's number; see history.")
  var old: Int?

  @Argument(help: "The newer version's number.")
  var new: Int?

  @Flag(help: "Show changed words within their lines.")
  var words = false

  @Flag(help: "Print a unified diff, as patch reads it.")
  var unified = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if words, unified { throw ArgumentParser.ValidationError("Use --words or --unified.") }
  }

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: ["old", "new", "diff"], output: session.output, shape: .single,
      human: { _ in nil })
    let client = try await session.openNotesToRead()
    let id = try await session.resolve(id, in: client.store, NameReading(names))
    let revisions = try await NoteRevision.all(of: id, in: client.store)
    let newer = try new.map { try revision($0, in: revisions) } ?? revisions[0]
    guard let older = try older(than: newer, in: revisions) else {
      return session.output.note("The note has only one version.")
    }
    guard format.isGiven else {
      session.page()
      let time = session.localTime
      if words || (session.host.streams.isOutputTerminal && !unified) {
        let difference = WordedDifference(
          from: older, to: newer, isColored: session.output.colors.depth != nil
        ) { time.second($0) }
        return (difference?.lines ?? []).forEach { session.output.write($0 + "\n") }
      }
      let lines = UnifiedDifference.text(from: older, to: newer) { time.second($0) }
      return lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().forEach {
        session.output.write(UnifiedDifference.painted(String($0)) + "\n")
      }
    }
    let text = UnifiedDifference.text(from: older, to: newer)
    printer.print(
      Record([
        ("old", .integer(Int64(older.version))), ("new", .integer(Int64(newer.version))),
        ("diff", .string(text)),
      ]))
  }

  private func older(
    than newer: NoteRevision, in revisions: [NoteRevision]
  ) throws -> NoteRevision? {
    if let old { return try revision(old, in: revisions) }
    return revisions.first { $0.version < newer.version }
  }

  private func revision(_ version: Int, in revisions: [NoteRevision]) throws -> NoteRevision {
    guard let found = revisions.first(where: { $0.version == version }) else {
      throw CommandFailure(
        .notFound, "The note has no version \(version); `marfa history` lists its versions.")
    }
    return found
  }
}
