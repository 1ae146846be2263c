/// The external editor to start, and where its name comes from.
package struct EditorProgram: Hashable, Sendable {
  /// Where a command was found.
  package enum Origin: String, Hashable, Sendable {
    /// The variable `MARFA_EDITOR`.
    case ownVariable = "MARFA_EDITOR"
    /// `editor` in the configuration.
    case configuration = "editor"
    /// The variable `VISUAL`.
    case visual = "VISUAL"
    /// The variable `EDITOR`.
    case editor = "EDITOR"
  }

  /// The words of the command; the first is the program.
  package let words: [String]
  /// Where it was found.
  package let origin: Origin

  /// A command that was found but cannot be used.
  package struct Unusable: WordedError, Hashable, Sendable {
    /// Where it was found.
    package let origin: Origin
    /// Why, for a message.
    package let reason: ShellWords.Failure

    /// The meaning for the shell and the person.
    package var failure: CommandFailure {
      CommandFailure(.usage, "Unmatched quotes in \(origin.rawValue).")
    }

    package init(origin: Origin, reason: ShellWords.Failure) {
      self.origin = origin
      self.reason = reason
    }
  }

  /// Finds the editor: `MARFA_EDITOR`, then the configuration, `VISUAL`, `EDITOR`.
  ///
  /// - Parameters:
  ///   - environment: The process's variables; an empty one counts as unset.
  ///   - configured: The configuration's command.
  /// - Returns: The command, or nil when only the application's own editor is left.
  /// - Throws: `Unusable` for the first that is set, when its quotes do not match.
  package static func resolve(
    environment: [String: String], configured: String?
  ) throws(Unusable) -> EditorProgram? {
    let candidates: [(Origin, String?)] = [
      (.ownVariable, environment["MARFA_EDITOR"]), (.configuration, configured),
      (.visual, environment["VISUAL"]), (.editor, environment["EDITOR"]),
    ]
    for (origin, text) in candidates {
      guard let text, text.contains(where: { !$0.isWhitespace }) else { continue }
      do {
        let words = try ShellWords.split(text)
        guard words.first?.isEmpty == false else { continue }
        return EditorProgram(words: words, origin: origin)
      } catch {
        throw Unusable(origin: origin, reason: error)
      }
    }
    return nil
  }

  /// The message on the command line if none is found.
  package static let noneSet =
    "No editor is set; set VISUAL or EDITOR, or edit the note in the application."

  // MARK: - Arguments

  /// The arguments for a file and a place in it.
  ///
  /// `{file}`, `{line}` and `{column}` are filled in wherever they are. Without `{file}` the file
  /// comes last, and known editors get the place in their own way.
  ///
  /// - Parameters:
  ///   - file: The path.
  ///   - line: From 1.
  ///   - column: From 1.
  /// - Returns: The program and its arguments.
  package func arguments(file: String, line: Int, column: Int) -> [String] {
    let values = ["{file}": file, "{line}": "\(line)", "{column}": "\(column)"]
    let filled = words.map { Self.filled($0, values) }
    guard !words.contains(where: { $0.contains("{file}") }) else { return filled }
    return filled + place(file: file, line: line, column: column)
  }

  private static func filled(_ word: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = word[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      let name = values.keys.first { rest.hasPrefix($0) }
      result += name.flatMap { values[$0] } ?? "{"
      rest = rest.dropFirst(name?.count ?? 1)
    }
    return result + rest
  }

  private func place(file: String, line: Int, column: Int) -> [String] {
    let isPlaced = words.contains { $0.contains("{line}") }
    guard !isPlaced, line > 1 || column > 1 else { return [file] }
    switch words.first?.split(separator: "/").last.map(String.init) ?? "" {
    case "vi", "vim", "nvim", "gvim", "mvim", "view", "ex":
      return ["+call cursor(\(line),\(column))", file]
    case "nano", "pico": return ["+\(line),\(column)", file]
    case "emacs", "emacsclient": return ["+\(line):\(column)", file]
    case "hx", "helix", "subl", "zed": return ["\(file):\(line):\(column)"]
    case "micro": return ["+\(line):\(column)", file]
    case "code", "codium": return ["--goto", "\(file):\(line):\(column)"]
    case "mcedit", "joe", "ne", "mg", "kak": return ["+\(line)", file]
    default: return [file]
    }
  }
}
