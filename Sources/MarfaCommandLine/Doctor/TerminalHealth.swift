import Foundation
import NoteFiles
import Settings
import TerminalDriver

/// Looks at the terminal: what it is called, its colours, its characters, its clipboard.
struct TerminalHealth {
  let environment: [String: String]
  let configuration: Configuration

  /// The checks, in order.
  func checks() -> [HealthCheck] { [terminal, colors, encoding, clipboard, editor] }

  private var terminal: HealthCheck {
    switch environment["TERM"] ?? "" {
    case "":
      HealthCheck("terminal", .warning, "TERM is not set", advice: "The application needs it.")
    case "dumb":
      HealthCheck(
        "terminal", .warning, "TERM=dumb", advice: "The application needs another terminal.")
    case let name: HealthCheck("terminal", .good, "TERM=\(name)")
    }
  }

  private var colors: HealthCheck {
    let parts = ["COLORTERM", "NO_COLOR", "CLICOLOR_FORCE"].compactMap { name in
      environment[name].map { "\(name)=\($0)" }
    }
    let isColored = ColorPolicy.colorsOutput(
      choice: .automatic, environment: environment, isTerminal: true)
    let words = [isColored ? "on" : "off"] + parts
    return HealthCheck("colours", .good, words.joined(separator: ", "))
  }

  private var encoding: HealthCheck {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let found = names.first { environment[$0]?.isEmpty == false }
    let value = found.map { "\($0)=\(environment[$0] ?? "")" } ?? "no locale is set"
    guard Locale.isUTF8(environment) else {
      return HealthCheck(
        "encoding", .warning, value,
        advice: "Borders and signs are drawn in ASCII; set a UTF-8 locale for more.")
    }
    return HealthCheck("encoding", .good, value)
  }

  private var clipboard: HealthCheck {
    switch Clipboard(method: configuration.clipboard, environment: environment).route {
    case .osc52: HealthCheck("clipboard", .good, "through the terminal (OSC 52)")
    case .command(let words): HealthCheck("clipboard", .good, words.joined(separator: " "))
    case .none:
      HealthCheck(
        "clipboard", .warning, "none", advice: "Install wl-copy, xclip or xsel, or set clipboard.")
    }
  }

  private var editor: HealthCheck {
    do {
      let command = try EditorProgram.resolve(
        environment: environment, configured: configuration.editor)
      guard let command, let program = command.words.first else {
        return HealthCheck("editor", .good, "built-in (set $EDITOR to change)")
      }
      let value = "\(command.words.joined(separator: " ")) (\(command.origin.rawValue))"
      guard ProgramPath.find(program, in: environment) != nil else {
        return HealthCheck("editor", .bad, value, advice: "No program named “\(program)”.")
      }
      return HealthCheck("editor", .good, value)
    } catch {
      return HealthCheck(
        "editor", .bad, error.origin.rawValue, advice: "Its quotes do not match.")
    }
  }
}
