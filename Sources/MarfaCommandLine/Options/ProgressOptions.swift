import ArgumentParser

/// How a command says how far it is with a file.
enum ProgressForm: String, ExpressibleByArgument, CaseIterable, Sendable {
  /// A line that is painted over on a terminal, else a line every ten seconds.
  case auto
  /// A JSON object per line.
  case json
  /// Nothing.
  case none
}

/// How a command says how far it is with each file.
struct ProgressOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "auto, json (one object per line on standard error) or none.", valueName: "form"))
  var progress = ProgressForm.auto

  @Flag(help: "Print no progress.")
  var quiet = false

  /// The form.
  var form: ProgressForm { quiet ? .none : progress }

  /// What the objects of `json` hold, for the help of commands.
  static let fields = """
    --progress json writes one object per line to standard error: name, phase (hashing, \
    fetching, done, failed), bytes, total, percent, message.
    """
}
