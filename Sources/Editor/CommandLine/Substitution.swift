/// `s/old/new/flags`: what is replaced in some lines.
///
/// The pattern is written as in vi, whose groups are `\(…\)`; a text without special characters
/// is looked for as it stands.
struct Substitution: Hashable, Sendable {
  /// What is looked for; nil for the last pattern.
  let pattern: SearchPattern?
  /// What replaces it, as a replacement's template.
  let template: String
  /// Whether all matches of a line are meant (`g`), not only the first.
  var isWholeLine = false
  /// Whether each match is asked about (`c`).
  var asks = false

  /// Reads what follows the `s`: a mark that is no letter, pattern, template and flags.
  init?(_ text: Substring) {
    guard let mark = text.first, !mark.isLetter, !mark.isNumber, !mark.isWhitespace,
      mark != "\\", mark != "\""
    else { return nil }
    var parts = Substitution.parts(of: text.dropFirst(), at: mark)
    parts += Array(repeating: "", count: max(0, 3 - parts.count))
    guard parts.count == 3 else { return nil }
    var isCaseSensitive: Bool?
    for flag in parts[2] where !flag.isWhitespace {
      switch flag {
      case "g": isWholeLine = true
      case "c": asks = true
      case "i": isCaseSensitive = false
      case "I": isCaseSensitive = true
      default: return nil
      }
    }
    let written = parts[0]
    let isRegex = Substitution.isExpression(written) || parts[1].contains { "&\\".contains($0) }
    template = isRegex ? Substitution.template(parts[1]) : parts[1]
    let looked = isRegex ? Substitution.expression(written) : Substitution.unescaped(written)
    pattern =
      looked.isEmpty
      ? nil
      : SearchPattern(
        looked, kind: isRegex ? .regex : .literal,
        isCaseSensitive: isCaseSensitive ?? written.contains(where: \.isUppercase))
  }

  /// Cuts at a mark; behind a backslash the mark stands for itself.
  private static func parts(of text: Substring, at mark: Character) -> [String] {
    var parts = [""]
    var rest = text
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        parts[parts.count - 1] += next == mark ? String(next) : "\\" + String(next)
      } else if character == mark {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  // MARK: - From vi's way of writing to ours

  /// What is special with a backslash before it, and plain without.
  private static let turned = "(){}+?|"

  /// Whether a pattern has a character that does not stand for itself.
  private static func isExpression(_ pattern: String) -> Bool {
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      if character == "\\" {
        guard let next = rest.popFirst() else { return false }
        if next.isLetter || next.isNumber || (turned + "<>").contains(next) { return true }
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

  private static func expression(_ pattern: String) -> String {
    var rest = Substring(pattern)
    var result = ""
    var isSet = false
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        let isTurned = turned.contains(next)
        result += "<>".contains(next) ? "\\b" : isTurned ? String(next) : "\\" + String(next)
        continue
      }
      if character == "[" { isSet = true }
      if character == "]" { isSet = false }
      result += !isSet && turned.contains(character) ? "\\" + String(character) : String(character)
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
        result += next == "r" ? "\\n" : next == "&" ? "&" : "\\" + String(next)
      default: result.append(character)
      }
    }
    return result
  }
}
