import ArgumentParser

/// Prints a script that lets a shell complete commands.
struct CompletionCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print a completion script for a shell.")

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionShellName

  func run(in session: CommandSession) async throws {
    session.output.write(MarfaCommand.completionScript(for: shell.shell).utf8)
    session.output.line("")
  }
}

/// A shell that completions are made for.
enum CompletionShellName: String, ExpressibleByArgument, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  var shell: CompletionShell {
    switch self {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
