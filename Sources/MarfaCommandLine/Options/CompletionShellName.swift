import ArgumentParser

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
