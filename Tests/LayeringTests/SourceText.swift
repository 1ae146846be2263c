/// The words of a Swift source text: what it declares, and what it mentions.
///
/// A scanner, no parser: comments and the text of strings are left out, code within strings is
/// read. Names begin with a capital letter, as types do.
struct SourceText {
  /// The types declared at the top level and not private.
  private(set) var declared: Set<String> = []
  /// All capitalised words outside comments and strings.
  private(set) var mentioned: Set<String> = []

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]

  /// Reads a text.
  init(_ source: String) {
    // `Logging.Logger` is the module's, whatever has the name here.
    let code = Self.code(of: source).replacing("Logging.Logger", with: "Logging")
    for line in code.split(separator: "\n") {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      mentioned.formUnion(words.filter { $0.first?.isUppercase == true }.map(String.init))
      guard line.first?.isWhitespace == false,
        let kind = words.firstIndex(where: { Self.kinds.contains($0) }), kind + 1 < words.count,
        words[..<kind].allSatisfy({ $0 != "private" && $0 != "fileprivate" }),
        words[kind + 1].first?.isUppercase == true
      else { continue }
      declared.insert(String(words[kind + 1]))
    }
  }

  /// The source without comments and without the text of its strings.
  static func code(of source: String) -> String {
    var result = ""
    var isInLongString = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop(while: \.isWhitespace)
      if isInLongString {
        if trimmed.hasPrefix("\"\"\"") { isInLongString = false }
      } else if !trimmed.hasPrefix("//") {
        isInLongString = line.hasSuffix("\"\"\"") || line.hasSuffix("\"\"\"#")
        result += code(ofLine: line)
      }
      result += "\n"
    }
    return result
  }

  /// A line without the text of strings and without a comment at its end; what stands in `\\(…)` is
  /// code.
  private static func code(ofLine line: Substring) -> String {
    var result = ""
    var rest = line
    // The parentheses that are open in each interpolation; empty outside strings.
    var depths: [Int] = []
    var isInString = false
    while let character = rest.popFirst() {
      if isInString {
        if character == "\\" {
          if rest.popFirst() == "(" {
            depths.append(0)
            isInString = false
            result += " "
          }
        } else if character == "\"" {
          isInString = false
        }
      } else if character == "\"" {
        isInString = true
      } else if character == "/", rest.first == "/" {
        return result
      } else if character == ")", depths.last == 0 {
        depths.removeLast()
        isInString = true
        result += " "
      } else {
        if character == "(", !depths.isEmpty { depths[depths.count - 1] += 1 }
        if character == ")", !depths.isEmpty { depths[depths.count - 1] -= 1 }
        result.append(character)
      }
    }
    return result
  }
}
