import NoteFiles

/// A line to be filled with the fields of a record: `{id}  {title}`.
///
/// `{{` and `}}` are braces; `\t`, `\n`, `\0` and `\\` are a tab, a line break, NUL and a
/// backslash.
struct RecordTemplate: Hashable, Sendable {
  /// What a template is made of.
  enum Part: Hashable, Sendable {
    case text(String)
    case field(String)
  }

  /// Why a text is no template.
  enum Failure: Error, Hashable {
    case unknownField(String)
    case openBrace
  }

  let parts: [Part]

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - text: What the person wrote.
  ///   - fields: The names that may be in braces.
  /// - Throws: `Failure`.
  init(_ text: String, fields: [String]) throws(Failure) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        plain.append(character)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw .openBrace }
        let name = String(rest[..<end])
        guard fields.contains(name) else { throw .unknownField(name) }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        parts.append(.field(name))
        rest = rest[rest.index(after: end)...]
      case "\\": plain.append(Self.escaped(&rest))
      default: plain.append(character)
      }
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  private static func escaped(_ rest: inout Substring) -> Character {
    switch rest.popFirst() {
    case "t": return "\t"
    case "n": return "\n"
    case "0": return "\0"
    case "\\", nil: return "\\"
    default:
      // Not an escape: the backslash means itself, and what follows is read again.
      rest = rest.base[rest.base.index(before: rest.startIndex)..<rest.endIndex]
      return "\\"
    }
  }

  /// The text for a record.
  func filled(with record: Record) -> String {
    parts.reduce(into: "") { result, part in
      switch part {
      case .text(let text): result += text
      case .field(let name): result += record[name].map(Record.text) ?? ""
      }
    }
  }
}
