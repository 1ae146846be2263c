import ArgumentParser
import MarfaSDK

/// Shows what changed between two versions of a note.
struct DiffCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two versions of a note.",
    discussion: """
      Without versions the last change is shown; with one, what changed since it. The form is \
      that of unified diffs.
      """)

  @Argument(help: "The note's id or its first characters.")
  var id: String

  @Argument(help: "The older version's number; see history.")
  var old: Int?

  @Argument(help: "The newer version's number.")
  var new: Int?

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotes()
    let id = try await session.resolve(id, in: client.store)
    let revisions = try await NoteRevision.all(of: id, in: client.store)
    let newer = try new.map { try revision($0, in: revisions) } ?? revisions[0]
    guard let older = try older(than: newer, in: revisions) else {
      return session.output.note("The note has one version.")
    }
    session.output.write(UnifiedDifference.text(from: older, to: newer))
  }

  private func older(
    than newer: NoteRevision, in revisions: [NoteRevision]
  ) throws -> NoteRevision? {
    if let old { return try revision(old, in: revisions) }
    return revisions.first { $0.version < newer.version }
  }

  private func revision(_ version: Int, in revisions: [NoteRevision]) throws -> NoteRevision {
    guard let found = revisions.first(where: { $0.version == version }) else {
      throw CommandFailure(.notFound, "Version \(version) is not kept.")
    }
    return found
  }
}
