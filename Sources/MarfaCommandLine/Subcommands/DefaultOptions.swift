/// Completion of the options that may be given without a command, which the argument parser offers
/// only after the name of the command that has them.
enum DefaultOptions {
  /// The command that opens the application.
  private static let command = TerminalCommand.configuration.commandName ?? ""
  /// The options that every command has, and that the program has itself.
  private static let common = ["--version", "-h", "--help"]

  /// The script of bash: flags, options and the values of these.
  static func bash(_ script: String) -> String {
    let own = part(of: script, after: "\n_marfa_\(command)() {\n", before: "\n}\n")
    let flags = part(of: own, after: "non_repeating_flags=(", before: ")")
      .split(separator: " ").filter { !common.contains(String($0)) }.joined(separator: " ")
    let options = part(of: own, after: "non_repeating_options=(", before: ")")
    let start = "    case \"${prev}\" in\n"
    let values = part(of: own, after: start, before: "    esac")
    return [
      ("local -a non_repeating_flags=(", flags + " "),
      ("local -a non_repeating_options=(", options + " "), (start, values),
    ].reduce(script) { script, addition in
      script.replacing(addition.0, with: addition.0 + addition.1, maxReplacements: 1)
    }
  }

  /// The script of zsh: a line for each option, and the words that some of them take.
  static func zsh(_ script: String) -> String {
    let own = part(of: script, after: "\n_marfa_\(command)() {\n", before: "\n}\n")
    let lines = own.split(separator: "\n").map(String.init)
    let words = lines.filter { $0.hasPrefix("    local -ar ___") }
    let options = lines.filter { line in
      line.hasPrefix("        '--") && !common.contains { line.hasPrefix("        '\($0)[") }
    }
    let start = "    local -ar arg_specs=("
    let all = (words + [start] + options).map { $0 + "\n" }.joined()
    return script.replacing(start + "\n", with: all, maxReplacements: 1)
  }

  /// The script of fish: what is parsed before a command, and a line for each option.
  static func fish(_ script: String) -> String {
    let parsing = "__marfa_parse_subcommand 0 "
    let parsed = part(
      of: script, after: "case '\(command)'\n            \(parsing)", before: "\n"
    ).split(separator: " ").filter { !["'version'", "'h/help'"].contains($0) }
    let offer = "__marfa_should_offer_completions_for_flags_or_options"
    let own = "'\(offer) \"marfa \(command)\" "
    let lines = script.split(separator: "\n").filter { line in
      line.contains(own) && !line.contains("\" version'") && !line.contains("\" h help'")
    }
    return script.replacing(
      parsing, with: parsing + parsed.joined(separator: " ") + " ", maxReplacements: 1)
      + lines.map { "\n" + String($0).replacing(own, with: "'\(offer) \"marfa\" ") }.joined()
  }

  /// What is between two texts; empty when they are not there.
  private static func part(of text: String, after start: String, before end: String) -> String {
    guard let first = text.firstRange(of: start)?.upperBound,
      let last = text[first...].firstRange(of: end)?.lowerBound
    else { return "" }
    return String(text[first..<last])
  }
}
