/// What is looked for: a text or a regular expression.
public struct SearchPattern: Hashable, Sendable {
  /// How the text is understood.
  public enum Kind: Hashable, Sendable {
    /// As it is.
    case literal
    /// As it is, between word boundaries (`*`).
    case word
    /// As a regular expression (`PatternParser`), matched line by line.
    case regex
  }

  /// The text or expression; never empty.
  public var text: String
  /// How it is understood.
  public var kind: Kind
  /// Whether capitals differ; by default only if the text has one.
  public var isCaseSensitive: Bool
  /// Whether a match of an expression may be empty, as that of `^` or of a blank line; one at the
  /// end of what is looked through counts too.
  var matchesNothing = false
  /// As it was typed, which is what screens show.
  public internal(set) var source: String
  /// How many lines below the one it begins in a match may reach.
  var lineSpan = 0

  /// Looks for a text or an expression, which must not be empty.
  ///
  /// - Parameters:
  ///   - text: The text or expression.
  ///   - kind: How it is understood.
  ///   - isCaseSensitive: Whether capitals differ; nil if they do when the text has one.
  public init(_ text: String, kind: Kind = .literal, isCaseSensitive: Bool? = nil) {
    self.text = text
    source = text
    self.kind = kind
    self.isCaseSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
  }

  /// Why the expression cannot be read; nil if it can.
  var problem: String? {
    guard case .failure(let problem) = compiled else { return nil }
    return problem.text
  }

  /// The expression to match with; nil for literal patterns and for an expression with a `problem`.
  var program: PatternProgram? {
    guard case .success(let program) = compiled else { return nil }
    return program
  }

  private var compiled: Result<PatternProgram, PatternProblem>? {
    kind == .regex ? PatternMemory.compiled(text, ignoresCase: !isCaseSensitive) : nil
  }

  /// The pattern with empty matches.
  var matchingNothing: SearchPattern {
    var pattern = self
    pattern.matchesNothing = kind == .regex
    return pattern
  }

  /// Whether the bytes of the pattern can be compared one by one.
  var isBytewise: Bool {
    kind != .regex && (isCaseSensitive || text.utf8.allSatisfy { $0 < 0x80 })
  }
}
