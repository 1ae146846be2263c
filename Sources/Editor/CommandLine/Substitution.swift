/// `s/old/new/flags`: what is replaced in some lines.
///
/// The pattern is written as in vi, whose groups are `\(…\)`; a text without special characters
/// is looked for as it is.
struct Substitution: Hashable, Sendable {
  /// What is looked for; nil for the last pattern.
  var pattern: SearchPattern?
  /// What replaces it, as a replacement's template.
  private(set) var template: String
  /// What replaces it, as it was typed; `~` means that of the last substitution.
  private(set) var written: String
  /// Whether all matches of a line are meant (`g`), not only the first.
  var isWholeLine = false
  /// Whether each match is asked about (`c`).
  var asks = false

  /// Reads what follows the `s`: a mark that is no letter, pattern, template and flags.
  init?(_ text: Substring) {
    var rest = text
    guard let mark = rest.popFirst(), Substitution.isMark(mark) else { return nil }
    let looked = Substitution.part(of: &rest, upTo: mark)
    let replacement = Substitution.part(of: &rest, upTo: mark)
    var isCaseSensitive: Bool?
    for flag in rest where !flag.isWhitespace {
      switch flag {
      case "g": isWholeLine = true
      case "c": asks = true
      case "i": isCaseSensitive = false
      case "I": isCaseSensitive = true
      default: return nil
      }
    }
    let isRegex =
      Substitution.isExpression(Substitution.modified(looked).pattern)
      || replacement.contains { "&\\~".contains($0) }
    written = replacement
    template = isRegex ? Substitution.template(replacement) : replacement
    // What a line changes without being looked at is what it says, to the letter.
    pattern = Substitution.pattern(
      looked, isCaseSensitive: isCaseSensitive ?? true, isExpression: isRegex)
  }

  /// Puts the replacement of the last substitution where `~` is.
  mutating func resolve(after last: Substitution?) {
    var rest = written[...]
    var result = ""
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        result += "\\" + String(next)
      } else {
        result += character == "~" ? last?.written ?? "" : String(character)
      }
    }
    guard result != written, result.utf8.count <= EditorPrompt.longest else { return }
    written = result
    template = Substitution.template(result)
  }

  /// Whether a character may be between the parts.
  static func isMark(_ character: Character) -> Bool {
    !character.isLetter && !character.isNumber && !character.isWhitespace && character != "\\"
      && character != "\""
  }

  /// Takes what is before a mark, and the mark; after a backslash it means itself.
  static func part(of rest: inout Substring, upTo mark: Character) -> String {
    var part = ""
    while let character = rest.popFirst(), character != mark {
      if character == "\\", let next = rest.popFirst() {
        part += next == mark ? String(next) : "\\" + String(next)
      } else {
        part.append(character)
      }
    }
    return part
  }

  /// Reads a pattern as vi writes it.
  ///
  /// - Parameters:
  ///   - written: The pattern.
  ///   - isCaseSensitive: Whether capitals differ; nil if they do when one is written.
  ///   - isExpression: Whether it is an expression; nil if it has a special character.
  /// - Returns: The pattern; nil for the last one.
  static func pattern(
    _ written: String, isCaseSensitive: Bool? = nil, isExpression: Bool? = nil
  ) -> SearchPattern? {
    let typed = written
    let (written, isSensitive) = Substitution.modified(written)
    let isCaseSensitive = isSensitive ?? isCaseSensitive
    let isRegex = isExpression ?? Substitution.isExpression(written)
    let looked = isRegex ? ViPattern.expression(written) : unescaped(written)
    if looked.isEmpty { return nil }
    var pattern = SearchPattern(
      looked, kind: isRegex ? .regex : .literal,
      isCaseSensitive: isCaseSensitive ?? ViPattern.hasCapital(written))
    pattern.source = typed
    pattern.lineSpan = isRegex ? ViPattern.lineSpan(of: written) : 0
    return pattern
  }

  /// Takes out what says how the rest is meant: `\c` and `\C`, whether capitals differ, and at the
  /// beginning `\v`, after which signs are special without a backslash.
  private static func modified(_ written: String) -> (pattern: String, isCaseSensitive: Bool?) {
    var isCaseSensitive: Bool?
    var isVery = false
    var rest = written[...]
    var result = ""
    while let character = rest.popFirst() {
      let next = character == "\\" ? rest.popFirst() : nil
      switch next {
      case "c": isCaseSensitive = false
      case "C": isCaseSensitive = true
      case "v" where result.isEmpty: isVery = true
      case let next?:
        let isTurned = isVery && (turned + "<>").contains(next)
        result += isTurned ? String(next) : "\\" + String(next)
      case nil:
        let isTurned = isVery && (turned + "<>").contains(character)
        result += isTurned ? "\\" + String(character) : String(character)
      }
    }
    return (result, isCaseSensitive)
  }

  // MARK: - From vi's way of writing to ours

  /// What is special with a backslash before it, and plain without.
  private static let turned = "(){}+?|"

  /// Whether a pattern has a character that does not mean itself.
  private static func isExpression(_ pattern: String) -> Bool {
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst() else { return false }
        if next.isLetter || next.isNumber || (turned + "<>=%").contains(next) { return true }
      } else if ".*[^$".contains(character) {
        return true
      }
    }
    return false
  }

  private static func unescaped(_ pattern: String) -> String {
    var rest = Substring(pattern)
    var result = ""
    while let character = rest.popFirst() {
      result.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return result
  }

  /// `&` is the match; `\r` a line end.
  private static func template(_ text: String) -> String {
    var rest = Substring(text)
    var result = ""
    while let character = rest.popFirst() {
      switch character {
      case "&": result += "$0"
      case "$": result += "\\$"
      case "\\":
        let next = rest.popFirst() ?? "\\"
        result += next == "r" ? "\\n" : "&~".contains(next) ? String(next) : "\\" + String(next)
      default: result.append(character)
      }
    }
    return result
  }
}
