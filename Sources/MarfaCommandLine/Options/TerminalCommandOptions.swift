import ArgumentParser
import TerminalDriver

/// What the command line says about the application in the terminal.
struct TerminalCommandOptions: ParsableArguments {
  @Flag(name: .customLong("ascii"), help: "Draw with ASCII characters only.")
  var isASCII = false

  @Flag(name: .customLong("plain"), help: "Show one column without borders, for screen readers.")
  var isPlain = false

  @Option(help: "Colours: auto, always, never, 16, 256 or truecolor.")
  var color = ColorPolicy.Choice.automatic

  @Option(
    help: ArgumentHelp("The theme to show.", valueName: "name"),
    completion: Candidates.theme.completion)
  var theme: String?
}

/// What was asked of the application in the terminal.
package struct TerminalArguments: Hashable, Sendable {
  /// Whether only ASCII is drawn, whatever the locale.
  package var isASCII = false
  /// Whether the screen is for a screen reader.
  package var isPlain = false
  /// Which colours were asked for.
  package var color = ColorPolicy.Choice.automatic
  /// The theme to show instead of the configured one; nil for that.
  package var theme: String?
  /// The name of an action that is done once the first frame is shown; nil for none.
  package var action: String?

  /// The defaults.
  package init() {}

  init(_ options: TerminalCommandOptions, action: String? = nil) {
    self.action = action
    isASCII = options.isASCII
    isPlain = options.isPlain
    color = options.color
    theme = options.theme
  }
}

// The driver knows nothing of arguments.
extension ColorPolicy.Choice: ExpressibleByArgument {}
