import MarfaModel

/// The words of an item that a search looks at: its title, and every other searched string.
struct SearchedText {
  let title: String
  let text: String

  init(_ properties: [String: JSONValue], of type: TypeRegistry.ResolvedType?) {
    let titleField = type?.titleField ?? "title"
    var parts: [String] = []
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) where name != titleField {
      if let field = type?.fields[name], !field.isSearched { continue }
      if let string = value.stringValue { parts.append(string) }
    }
    title = Self.indexed(properties[titleField]?.stringValue ?? "")
    text = Self.indexed(parts.joined(separator: "\n"))
  }

  /// A text as it stands in the index.
  ///
  /// NUL ends SQLite's texts, and the characters 2 and 3 mark words in snippets. Letters of
  /// scripts without spaces are words of their own, so that a phrase finds any part of a run.
  static func indexed(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 > 3 && $0 < 0xE0 || $0 == 1 }
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    var wasApart = false
    for scalar in text.unicodeScalars {
      let isApart = ScriptKind.isWithoutSpaces(scalar)
      if isApart || wasApart { result.append(separator) }
      wasApart = isApart
      let isMark = [0, 2, 3].contains(scalar.value)
      result.append(isMark ? " " : scalar)
    }
    return String(result)
  }

  /// The zero width space, which is no letter to the tokenizer; snippets leave it out.
  static let separator: Unicode.Scalar = "\u{200B}"
}
