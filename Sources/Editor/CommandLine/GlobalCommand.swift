/// `g/pattern/command`: something is done to each line with a match; with `v` or `g!` to the
/// others.
struct GlobalCommand: Hashable, Sendable {
  /// What is looked for; nil for the last pattern.
  let pattern: SearchPattern?
  /// Whether the lines without a match are meant.
  let isInverted: Bool
  /// What is done to each; the cursor is in it.
  let command: ExCommand

  /// Reads what follows the name: a mark that is no letter, pattern and command.
  init?(_ text: Substring, isInverted: Bool) {
    var rest = text
    let isNegated = rest.first == "!"
    if isNegated { rest.removeFirst() }
    guard let mark = rest.popFirst(), Substitution.isMark(mark) else { return nil }
    let pattern = Substitution.part(of: &rest, upTo: mark)
    guard let command = ExCommand(String(rest)), command.suitsEachLine else { return nil }
    self.pattern = Substitution.pattern(pattern, isCaseSensitive: true)
    self.isInverted = isInverted != isNegated
    self.command = command
  }
}
