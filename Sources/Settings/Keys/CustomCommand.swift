/// A shell command of the person's own, in the part `commands` of `keys.yaml`; keys run it on the
/// selected note by the name `run.` and its own.
package struct CustomCommand: Hashable, Sendable {
  /// What becomes of what it prints.
  package enum Output: String, CaseIterable, Sendable {
    /// It is shown in a box.
    case popup
    /// The command has the terminal until it ends.
    case terminal
    /// Nothing, unless it fails.
    case none
  }

  /// Its name: letters, digits and dashes.
  package var name: String
  /// The command for the shell.
  package var shell: String
  /// What it does, in a few words.
  package var summary: String
  /// What becomes of what it prints.
  package var output: Output

  package init(name: String, shell: String, summary: String? = nil, output: Output = .popup) {
    self.name = name
    self.shell = shell
    self.summary = summary ?? "Run \(name) on the note"
    self.output = output
  }

  /// The name of the action.
  package var action: String { Self.prefix + name }

  /// What the names of all such actions begin with.
  package static let prefix = "run."

  /// Whether a text can be a name.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
