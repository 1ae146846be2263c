import ArgumentParser

/// Prints a script that lets a shell complete commands.
struct CompletionCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion", abstract: "Print a completion script for a shell.",
    discussion: """
      The script also completes ids, titles, tags and notebooks. bash: \
      source <(marfa completion bash); zsh: save it as _marfa in a folder of fpath; fish: save \
      it as ~/.config/fish/completions/marfa.fish.
      """)

  @Argument(help: "bash, zsh or fish.")
  var shell: CompletionShellName

  func run(in session: CommandSession) async throws {
    session.output.write(CompletionScript(shell).text.utf8)
    session.output.line("")
  }
}
