import ArgumentParser

/// The completion script of a shell: what the argument parser generates, with the commands' other
/// names, with each shell's own way to ask for notes, and with the options of the command that
/// needs no name.
struct CompletionScript {
  private let shell: CompletionShellName

  init(_ shell: CompletionShellName) { self.shell = shell }

  /// The script.
  var text: String {
    let script = helped(MarfaCommand.completionScript(for: shell.shell))
    let generated = Candidates.script(script, for: shell)
    return switch shell {
    case .bash: Self.bash(DefaultOptions.bash(generated))
    case .zsh: Self.zsh(DefaultOptions.zsh(generated))
    case .fish: Self.fish(DefaultOptions.fish(generated))
    }
  }

  /// The other names of commands, with the commands; a name means the same in every group.
  private static let aliases: [(alias: String, command: String)] =
    MarfaCommand.configuration.subcommands.flatMap { command in
      command.configuration.aliases.map {
        (alias: $0, command: command.configuration.commandName ?? "")
      }
    }

  /// The last command of the program, which is in no other group.
  private static let last = "help"

  /// The script with the names of commands after `help`, for which the argument parser offers
  /// nothing.
  private func helped(_ script: String) -> String {
    let request = Candidates.command.request
    switch shell {
    case .bash:
      guard let start = script.firstRange(of: "\n_marfa_\(Self.last)() {\n")?.upperBound,
        let end = script[start...].firstRange(of: "\n}\n")
      else { return script }
      let offer = "\n\n    __marfa_add_completions -W \"$(eval '\(request)')\"\n}\n"
      return String(script[..<end.lowerBound]) + offer + script[end.upperBound...]
    case .zsh:
      let list = "local -a list;list=(${(f)\"$(\(request))\"});_describe -V \"\" list"
      return script.replacing("'*:subcommands:'", with: "'*:subcommands:{\(list)}'")
    case .fish:
      let place = "__marfa_should_offer_completions_for_positional \"marfa \(Self.last)\" -ge 1"
      return script + "\ncomplete -c 'marfa' -n '\(place)' -fka '(\(request))'"
    }
  }

  private static func bash(_ script: String) -> String {
    let names = aliases.map(\.alias).joined(separator: " ")
    let cases = aliases.map { "    \($0.alias)) printf %s \($0.command) ;;" }
    let function =
      ["__marfa_command() {", "    case \"${1}\" in"] + cases + [
        "    *) printf %s \"${1}\" ;;", "    esac", "}", "", "",
      ]
    let word = #""${unparsed_words[0]}""#
    return function.joined(separator: "\n")
      + script.replacing("subcommand=\(word)", with: "subcommand=\"$(__marfa_command \(word))\"")
      .replacing(" \(last)' -- ", with: " \(last) \(names)' -- ", maxReplacements: 1)
  }

  private static func zsh(_ script: String) -> String {
    let offered = aliases.map { "            '\($0.alias):The same as \($0.command).'\n" }
    let cases = aliases.map { "        \($0.alias)) words[1]=\($0.command) ;;\n" }
    let start = "        case \"${words[1]}\" in\n"
    let help = "            '\(last):"
    return script.replacing(start, with: start + cases.joined() + "        esac\n" + start)
      .replacing(help, with: offered.joined() + help, maxReplacements: 1)
  }

  /// Fish gives a word as it is typed, with its backslashes and with quotes that may be open yet.
  ///
  /// Of `--tag=rye` it is the value that is completed.
  private static let fishWord = """
    function \(Candidates.fishWord)
        set -l word (commandline -ct | string replace -r "^--[a-z-]+=" "")
        string unescape -- "$word"
        or string unescape -- "$word"\\"
        or string unescape -- "$word"\\'
    end


    """

  /// Each command gets its own name before what may follow it is looked for.
  private static func fish(_ script: String) -> String {
    let place = "-n '__marfa_should_offer_completions_for_positional \"marfa\" -eq 1'"
    let word = "$unparsed_tokens[1]"
    let cases = aliases.map {
      "    case '\($0.alias)'\n        set unparsed_tokens[1] '\($0.command)'"
    }
    let function =
      ["function __marfa_name_command -S", "    switch \"\(word)\""] + cases + [
        "    end", "end", "", "",
      ]
    return fishWord + function.joined(separator: "\n")
      + script.replacing("switch \(word)\n", with: "__marfa_name_command; switch \(word)\n")
      + aliases.map {
        "\ncomplete -c 'marfa' \(place) -fa '\($0.alias)' -d 'The same as \($0.command).'"
      }.joined()
  }
}
