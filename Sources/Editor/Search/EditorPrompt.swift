/// The open line of input for a search or a replacement; the application draws it.
public struct EditorPrompt: Hashable, Sendable {
  /// What is being asked for.
  public enum Kind: Hashable, Sendable {
    /// A pattern to go to, forwards or backwards.
    case searchForward, searchBackward
    /// A pattern to replace, then what replaces it.
    case find, replacement
  }

  /// The most bytes of what is typed into a line.
  static let longest = 1 << 10
  /// The most bytes of a pattern whose matches are looked for while it is typed.
  static let longestPreview = 256

  /// What is being asked for.
  public internal(set) var kind: Kind
  /// What was typed; its end is where the cursor is.
  public internal(set) var text = ""
  /// Whether it is a regular expression (`Alt-r`).
  public internal(set) var isRegex = false
  /// Whether capitals differ (`Alt-c`); nil if they do when one is typed.
  public internal(set) var isCaseSensitive: Bool?
  /// How many matches there are; nil while nothing was typed.
  public internal(set) var matches: MatchCount?
  /// Why the expression cannot be read; nil if it can.
  public internal(set) var problem: String?

  /// Whether the pattern is written as in `:s`, with `\|` and `\<`.
  var isVi = false
  /// Where the cursor was when the line was opened.
  var origin: Int
  /// The command that waits for the target.
  var command = ParsedCommand()
  /// The text to search, for a replacement in a selection; nil for all.
  var scope: Range<Int>?
  /// The pattern to replace, once it is known.
  var pattern: SearchPattern?
  /// What a line of command mode says of the replacement; nil when it was asked for by key.
  var substitution: Substitution?
  /// What a line of command mode does to each line with a match.
  var global: GlobalCommand?
  /// Whether a register's name follows (`Ctrl-r`).
  var awaitsRegister = false
  /// How far back in the history the shown text is; 0 for what was typed.
  var historyIndex = 0

  init(_ kind: Kind, origin: Int) {
    self.kind = kind
    self.origin = origin
  }

  /// Where the search begins.
  var place: SearchPlace {
    SearchPlace(
      offset: origin, isBackward: kind == .searchBackward,
      includesStart: kind == .find || kind == .replacement)
  }

  /// The pattern as typed; nil while nothing is.
  var searchPattern: SearchPattern? {
    if text.isEmpty { return nil }
    if isVi, !isRegex { return Substitution.pattern(text, isCaseSensitive: isCaseSensitive) }
    return SearchPattern(text, kind: isRegex ? .regex : .literal, isCaseSensitive: isCaseSensitive)
  }

  /// The pattern whose matches are shown while it is typed; nil for one so long that each key would
  /// wait for them.
  var previewedPattern: SearchPattern? {
    text.utf8.count > EditorPrompt.longestPreview ? nil : searchPattern
  }
}
