import ArgumentParser
import MarfaSDK

/// Prints what a word on a command line can be completed to; a shell's script asks for it.
struct CandidatesCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print the completions of a word.",
    shouldDisplay: false)

  @Argument(help: "Kind of name: note, trashed, tag, notebook or profile.")
  var kind: Candidates

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionShellName

  @Argument(help: "The word as typed so far.")
  var start = ""

  func run(in session: CommandSession) async throws {
    if kind == .profile {
      let names = try session.allDirectories.profileNames()
      let all = names.map { Candidates.Candidate(word: $0, meaning: "") }
      for candidate in Candidates.matching(start, all) {
        session.output.line(candidate.line(for: shell))
      }
      return
    }
    // A key that completes makes no notes.
    guard session.hasNotes else { return }
    let store = try await session.openNotesToRead().store
    for candidate in try await kind.all(from: start, in: store)
    where candidate.isSafe(in: shell) {
      session.output.line(candidate.line(for: shell))
    }
  }
}
