import NoteMarkup

/// The line that represents an item in a list.
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
    if isLine(text) { return text }
    var result = ""
    for character in text.prefix(maximumLength) {
      result.append(character.isNewline || character == "\0" ? " " : character)
    }
    while result.last?.isWhitespace == true { result.removeLast() }
    return result
  }

  /// Whether a text is a title as it is, as its bytes show for most: few letters, all of ASCII,
  /// without control characters, and no space at the end.
  private static func isLine(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count <= maximumLength && bytes.last != UInt8(ascii: " ")
      && bytes.allSatisfy { $0 >= UInt8(ascii: " ") && $0 < 0x7F }
  }
}
