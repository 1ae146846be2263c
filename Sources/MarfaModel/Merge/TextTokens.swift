/// Cuts a text into pieces that, put together, are the text byte for byte.
enum TextTokens {
  /// A piece; equal only if its bytes are equal, whatever Unicode says of composed forms.
  struct Token: Hashable, Sendable {
    let text: Substring

    static func == (left: Token, right: Token) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
      let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
        hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      }
      // A text in foreign storage is copied; its bytes hash the same.
      if isHashed == nil { Array(text.utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
    }
  }

  /// The lines, each with its line feed; the last may be without.
  static func lines(of text: String) -> [Token] {
    var tokens: [Token] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let feed = bytes[start...].firstIndex(of: 0x0a)
      let end = feed.map { bytes.index(after: $0) } ?? bytes.endIndex
      tokens.append(Token(text: text[start..<end]))
      start = end
    }
    return tokens
  }

  /// The words, runs of spaces, and all other characters one by one; so too ideographs, which are
  /// not parted by spaces.
  static func words(of text: String) -> [Token] {
    var tokens: [Token] = []
    var start = text.startIndex
    while start < text.endIndex {
      let kind = Kind(text[start])
      var end = text.index(after: start)
      while kind != .other, end < text.endIndex, Kind(text[end]) == kind {
        end = text.index(after: end)
      }
      tokens.append(Token(text: text[start..<end]))
      start = end
    }
    return tokens
  }

  /// The characters one by one.
  static func characters(of text: String) -> [Token] {
    text.indices.map { Token(text: text[$0...$0]) }
  }

  private enum Kind {
    case word, space, other

    init(_ character: Character) {
      let isIdeograph = character.unicodeScalars.first?.properties.isIdeographic ?? false
      if (character.isLetter || character.isNumber) && !isIdeograph {
        self = .word
      } else if character == " " || character == "\t" {
        self = .space
      } else {
        self = .other
      }
    }
  }
}
