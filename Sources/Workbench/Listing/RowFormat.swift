/// The form of a row of the list: `%` and a letter stand for a part of the note, all else for
/// itself.
///
/// `%F` flags, `%N` title, `%T` tags, `%D` time of the last change, `%C` time of creation, `%I` the
/// eight characters that identify the note on the command line, `%%` a percent sign. A minus, as in
/// `%-N`, gives the part the room that the others leave. Tags for which the title would be cut are
/// only counted, as `+2`.
package struct RowFormat: Hashable, Sendable {
  /// A part of the note.
  package enum Field: Character, Hashable, Sendable {
    case flags = "F"
    case title = "N"
    case tags = "T"
    case changed = "D"
    case created = "C"
    case id = "I"
  }

  /// A part of the row.
  package enum Part: Hashable, Sendable {
    /// Drawn as it is.
    case text(String)
    /// A part of the note, and whether it takes the room that the others leave.
    case field(Field, isFlexible: Bool)
  }

  /// The parts from the left.
  package private(set) var parts: [Part] = []

  /// Reads a form; what means nothing is drawn as it is.
  package init(_ source: String) {
    var rest = source[...]
    var text = ""
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      if rest.first == "%" {
        text.append(rest.removeFirst())
        continue
      }
      let isFlexible = rest.first == "-"
      guard let letter = rest.dropFirst(isFlexible ? 1 : 0).first,
        let field = Field(rawValue: letter)
      else {
        text.append(character)
        continue
      }
      rest = rest.dropFirst(isFlexible ? 2 : 1)
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(.field(field, isFlexible: isFlexible))
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// The form without a part, and without the text that separates it from the part before.
  package func without(_ field: Field) -> RowFormat {
    var format = self
    guard let index = parts.firstIndex(where: { $0.field == field }) else { return self }
    format.parts.remove(at: index)
    if index > 0, case .text = format.parts[index - 1] { format.parts.remove(at: index - 1) }
    return format
  }
}

extension RowFormat.Part {
  /// The part of the note, if it is one.
  package var field: RowFormat.Field? {
    if case .field(let field, _) = self { field } else { nil }
  }

  /// Whether it takes the room that the others leave.
  package var isFlexible: Bool { self == .field(field ?? .title, isFlexible: true) }
}
