/// The line that stands for an item in a list.
enum DisplayTitle {
  /// The longest title that lists and indexes keep, in characters.
  static let maximumLength = 300

  /// The title that the type's hints name, or else the first line of the body that says anything.
  static func of(
    _ properties: [String: JSONValue], type: TypeRegistry.ResolvedType?
  ) -> String {
    if let given = properties[type?.titleField ?? "title"]?.stringValue,
      !given.allSatisfy(\.isWhitespace)
    {
      return line(given)
    }
    for name in ["body", type?.bodyField ?? "text", "name", "filename"] {
      guard let text = properties[name]?.stringValue else { continue }
      if let first = MarkdownText.title(of: text) { return line(first) }
    }
    return ""
  }

  private static func line(_ text: String) -> String {
    var result = ""
    for character in text.prefix(maximumLength) {
      result.append(character.isNewline || character == "\0" ? " " : character)
    }
    while result.last?.isWhitespace == true { result.removeLast() }
    return result
  }
}
