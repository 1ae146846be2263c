import ArgumentParser
import MarfaSDK
import Settings

/// Prints what a word on a command line can be completed to; a shell's script asks for it.
struct CandidatesCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print the completions of a word.",
    shouldDisplay: false)

  @Argument(help: "Kind of name: note, trashed, tag, notebook, profile, option, action or theme.")
  var kind: Candidates

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionShellName

  @Argument(help: "The word as typed so far.")
  var start = ""

  /// The names of a kind that is not in the notes; nil for the others.
  private func names(_ session: CommandSession) throws -> [String]? {
    switch kind {
    case .profile: try session.allDirectories.profileNames()
    case .option: ConfigurationOption.all.map(\.name)
    case .action: DefaultKeymap.commandNames
    case .theme: session.themes.names()
    case .note, .trashed, .tag, .notebook: nil
    }
  }

  func run(in session: CommandSession) async throws {
    if let names = try names(session) {
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
