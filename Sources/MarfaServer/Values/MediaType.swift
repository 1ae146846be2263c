/// A media type with parameters, as in `Content-Type` and `Content-Disposition`
/// (RFC 9110, section 8.3.1).
package struct MediaType: Hashable {
  /// The type itself in lower case, such as `text/plain`, or a disposition such as `form-data`.
  package let name: String
  /// Parameters by name in lower case; quotes and their escapes are gone.
  package let parameters: [String: String]

  /// Reads a header's value; nil when it is empty.
  package init?(_ text: String) {
    let parts = Self.split(text)
    guard let first = parts.first else { return nil }
    let name = Self.trimmed(first).lowercased()
    guard !name.isEmpty else { return nil }
    self.name = name
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let key = Self.trimmed(part[..<equals]).lowercased()
      parameters[key] = Self.unquoted(Self.trimmed(part[part.index(after: equals)...]))
    }
    self.parameters = parameters
  }

  /// Whether the text is a media type that is safe to keep and to send back as a header.
  package static func isWellFormed(_ text: String) -> Bool {
    guard text.utf8.count <= 255, let type = MediaType(text) else { return false }
    let halves = type.name.split(separator: "/", omittingEmptySubsequences: false)
    return halves.count == 2 && halves.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isToken) }
      && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Splits at semicolons outside quotes.
  private static func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      let character = text[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }

  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    var value = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        value.append(character)
        isEscaped = false
      }
    }
    return value
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || (byte | 0x20) &- 97 < 26 || "!#$&^_.+-".utf8.contains(byte)
  }
}
