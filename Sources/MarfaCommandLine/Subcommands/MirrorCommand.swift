import ArgumentParser
import MarfaSDK
import NoteFiles
import Synchronization

/// Keeps a folder of Markdown equal to the notes.
struct MirrorCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror", abstract: "Keep a folder of Markdown files equal to the notes.",
    discussion: """
      Both ways, until Ctrl-C: a new file becomes a note, a change on one side is written to the \
      other, changes on both are merged, a file that is removed moves its note to the trash, and \
      notebooks are folders. Where both sides changed the same lines neither is touched; that is a \
      conflict that waits for you, as `marfa conflicts` and the screen show. Nothing is written into \
      a file but title, tags and text; other files are left alone.

      A file .marfa-mirror marks the folder. If it is missing, or more than 20 files and a tenth of \
      all would go, nothing is changed.

      Examples:

      marfa mirror ~/notes

      marfa mirror ~/notes --once && git -C ~/notes commit -am notes
      """)

  @Argument(
    help: ArgumentHelp("The folder; created the first time.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Flag(help: "Make both sides equal once, and end.")
  var once = false

  @Option(
    help: ArgumentHelp("Seconds between two looks at the folder.", valueName: "seconds"))
  var every = 2

  @Option(
    name: .customLong("allow-deletions"),
    help: ArgumentHelp("Let at most this many files and notes go.", valueName: "number"))
  var allowedRemovals: Int?

  @Flag(name: .shortAndLong, help: "Report only failures.")
  var quiet = false

  func validate() throws {
    try FolderArgument.validate(folder)
    guard every > 0 else { throw ArgumentParser.ValidationError("--every must be 1 or more.") }
    if let allowedRemovals, allowedRemovals < 0 {
      throw ArgumentParser.ValidationError("--allow-deletions must be 0 or more.")
    }
  }

  func run(in session: CommandSession) async throws {
    var arguments = MirrorNotes.Arguments(
      folder: session.host.absolute(folder), stateDirectory: session.directories.state,
      timeZone: session.host.timeZone)
    arguments.allowedRemovals = allowedRemovals
    let all = session.allDirectories
    arguments.ownDirectories = [all.data, all.state, all.configuration, session.directories.data]
    arguments.readsInlineTags = session.configuration().readsInlineTags
    let mirror = MirrorNotes(store: try await session.openNotes().store)
    let said = SaidProblems()
    try await Interruptible.run(session.host) { [arguments, once, every] in
      try await mirror.run(
        arguments,
        next: {
          if once { return false }
          try await Task.sleep(for: .seconds(every))
          return true
        }, report: { tell($0, said, session) })
    }
    if once, !said.isEmpty { throw CommandFailure(.partial) }
  }

  /// What was said of files, so that it is said once.
  private final class SaidProblems: Sendable {
    private let said = Mutex<Set<String>>([])

    var isEmpty: Bool { said.withLock { $0.isEmpty } }

    /// Keeps the problems of a pass; answers those that are new.
    func take(_ problems: [String]) -> [String] {
      said.withLock { said in
        defer { said = Set(problems) }
        return problems.filter { !said.contains($0) }
      }
    }
  }

  private func tell(
    _ report: MirrorNotes.Report, _ said: SaidProblems, _ session: CommandSession
  ) {
    if !quiet, once || !report.isQuiet {
      let restored = report.restored > 0 ? ", \(report.restored) restored" : ""
      let notes = report.created == 1 ? "note" : "notes"
      let files = report.written == 1 ? "file" : "files"
      session.output.line(
        "\(report.created) \(notes) new, \(report.taken) changed, \(report.trashed) trashed\(restored); "
          + "\(report.written) \(files) written, \(report.removed) removed; \(report.moved) moved")
      session.output.flush()
    }
    let problems =
      report.parked.map {
        "\($0): both sides changed the same lines; neither was touched. "
          + "`marfa conflicts` asks you what to take."
      }
      + report.failed.map { "\($0.path): failed: \($0.reason)" }
    for problem in said.take(problems) { session.output.note(problem) }
  }
}
