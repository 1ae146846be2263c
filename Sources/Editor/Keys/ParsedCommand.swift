/// A command as the keys spelled it: count, register, operator and what it acts on.
struct ParsedCommand: Hashable, Sendable {
  /// The register named before it.
  var register: Character?
  /// The product of the counts; nil when none was typed.
  var count: Int?
  /// Whether a higher count was typed than `CommandParser.countLimit`.
  var isCountCut = false
  /// The operator, if the command has one.
  var operation: Operator?
  /// What to do or what to act on; nil for an operator typed twice, which takes lines.
  var action: EditorAction?
  /// The character that the action waited for.
  var argument: Character?
  /// What the text of the operator is taken as: `v` for characters, `V` for lines.
  var shape: Character?
}
