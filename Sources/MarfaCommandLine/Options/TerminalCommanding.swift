import ArgumentParser

/// A command that opens the application in the terminal; the root command has a list of them.
protocol TerminalCommanding: ParsableCommand {
  /// What the command line says about the application.
  var options: TerminalCommandOptions { get }
  /// The name of the action that is done at once; nil for none.
  var action: String? { get }
}
