/// What replaces a match of an expression: a text with places for the groups.
///
/// `$1` and `\1` are a group, `$0` is the match, `\n` a line end and `\t` a tab. `\u` and
/// `\l` set the case of the next letter, `\U` and `\L` that of all up to `\e` or `\E`.
struct ReplacementTemplate {
  private var text = ""
  private var lasting: Operator?
  private var next: Operator?

  /// The template with the groups of a match filled in.
  static func filled(_ template: String, _ groups: [String]) -> String {
    var filling = ReplacementTemplate()
    var rest = Substring(template)
    while let character = rest.popFirst() {
      guard character == "$" || character == "\\", let next = rest.first else {
        filling.append(String(character))
        continue
      }
      if let number = next.wholeNumberValue, next.isASCII {
        rest.removeFirst()
        filling.append(number < groups.count ? groups[number] : "")
      } else if character == "\\", filling.take(next) {
        rest.removeFirst()
      } else {
        filling.append(String(character))
      }
    }
    return filling.text
  }

  /// Does what a letter after a backslash means; false if it means nothing.
  private mutating func take(_ letter: Character) -> Bool {
    switch letter {
    case "n": append("\n")
    case "t": append("\t")
    case "\\", "$", "~": append(String(letter))
    case "u": next = .uppercase
    case "l": next = .lowercase
    case "U": lasting = .uppercase
    case "L": lasting = .lowercase
    case "e", "E": (lasting, next) = (nil, nil)
    default: return false
    }
    return true
  }

  private mutating func append(_ part: String) {
    var part = lasting?.applied(to: part) ?? part
    if let next, let first = part.first {
      part = next.applied(to: String(first)) + part.dropFirst()
      self.next = nil
    }
    text += part
  }
}
