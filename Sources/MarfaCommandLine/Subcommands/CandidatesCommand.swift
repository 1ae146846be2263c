import ArgumentParser
import MarfaSDK

/// Prints what a word on a command line can be completed to; a shell's script asks for it.
struct CandidatesCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print what a word can be completed to.",
    shouldDisplay: false)

  @Argument(help: "What is named: note, trashed, tag or notebook.")
  var kind: Candidates

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionShellName

  @Argument(help: "What is typed of it.")
  var start = ""

  func run(in session: CommandSession) async throws {
    // A key that completes makes no notes.
    guard session.hasNotes else { return }
    let store = try await session.openNotesToRead().store
    for candidate in try await kind.all(from: start, in: store)
    where candidate.isSafe(in: shell) {
      session.output.line(candidate.line(for: shell))
    }
  }
}
