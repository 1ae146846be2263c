import ArgumentParser
import MarfaSDK
import Settings

/// Prints what a word on a command line can be completed to; a shell's script asks for it.
struct CandidatesCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete", abstract: "Print the completions of a word.",
    shouldDisplay: false)

  @Argument(
    help: ArgumentHelp(
      "Kind of name: \(Candidates.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"))
  var kind: Candidates

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionShellName

  @Argument(help: "The word as typed so far.")
  var start = ""

  @Argument(help: "The words of the line before it.")
  var line: [String] = []

  /// The names of a kind that is not in the notes; nil for the others.
  private func names(_ session: CommandSession) async throws -> [String]? {
    switch kind {
    case .profile: try session.allDirectories.profileNames()
    case .option: ConfigurationOption.all.map(\.name)
    case .action: DefaultKeymap.commandNames
    case .theme: session.themes.names()
    case .value: CompletedLine(line, after: ["set"]).values(themes: session.themes.names())
    case .attachment: try await CompletedLine(line, after: ["get"]).attachments(session)
    case .manual: ManCommand.topics
    case .note, .trashed, .tag, .notebook, .query, .command: nil
    }
  }

  func run(in session: CommandSession) async throws {
    for candidate in try await candidates(session) where candidate.isSafe(in: shell) {
      session.output.line(candidate.line(for: shell))
    }
  }

  private func candidates(_ session: CommandSession) async throws -> [Candidates.Candidate] {
    if let names = try await names(session) {
      return Candidates.matching(start, names.map { Candidates.Candidate(word: $0, meaning: "") })
    }
    if kind == .command {
      return Candidates.matching(start, CompletedLine(line, after: ["help"]).commands)
    }
    // A key that completes makes no notes.
    guard session.hasNotes else { return [] }
    let store = try await session.openNotesToRead().store
    guard kind == .query else { return try await kind.all(from: start, in: store) }
    return try await CompletedQuery(start, line: line)?.candidates(in: store) ?? []
  }
}
