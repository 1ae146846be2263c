/// The counts of a piece of text, which add up over pieces (a monoid).
///
/// A word is a run of scalars between white space; each ideograph or kana counts as a word of its
/// own, so that languages without spaces have a word count too.
struct TextSummary: Hashable, Sendable {
  /// Length in UTF-8 bytes.
  var bytes = 0
  /// Unicode scalars.
  var scalars = 0
  /// Line feeds (U+000A).
  var newlines = 0
  /// Words that begin in the piece, taking its start for a word boundary.
  var words = 0
  /// Whether the first scalar belongs to a word that may begin before the piece.
  var startsInWord = false
  /// Whether the last scalar belongs to a word that may go on after the piece.
  var endsInWord = false

  /// The summary of nothing.
  static let zero = TextSummary()

  /// Adds the summary of the piece that follows.
  static func += (left: inout TextSummary, right: TextSummary) {
    guard right.bytes > 0 else { return }
    left.startsInWord = left.bytes == 0 ? right.startsInWord : left.startsInWord
    left.words += right.words - (left.endsInWord && right.startsInWord ? 1 : 0)
    left.bytes += right.bytes
    left.scalars += right.scalars
    left.newlines += right.newlines
    left.endsInWord = right.endsInWord
  }
}

extension TextSummary {
  /// Counts valid UTF-8; linear in its length.
  init(of text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    var inWord = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      scalars += 1
      let kind: Kind
      if byte < 0x80 {
        newlines += byte == 0x0a ? 1 : 0
        kind = byte <= 0x20 ? .space : .word
        index += 1
      } else {
        let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
        kind = Kind(lead: byte, second: text[index + 1], third: length > 2 ? text[index + 2] : 0)
        index += length
      }
      if scalars == 1 { startsInWord = kind == .word }
      words += kind == .ideograph || (kind == .word && !inWord) ? 1 : 0
      inWord = kind == .word
    }
    endsInWord = inWord
  }

  /// Counts a piece held in an array.
  init(of text: [UInt8]) {
    self = text.withUnsafeBufferPointer { TextSummary(of: $0) }
  }

  /// What a scalar does to the word count.
  private enum Kind {
    case space, word, ideograph

    /// Classifies a scalar of two bytes or more by its first bytes.
    init(lead: UInt8, second: UInt8, third: UInt8) {
      switch (lead, second, third) {
      case (0xc2, 0x85, _), (0xc2, 0xa0, _), (0xe3, 0x80, 0x80): self = .space
      case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9): self = .space
      // Hiragana to the end of the unified ideographs (U+3040…U+9FFF), and planes 2 and 3.
      case (0xe3, 0x81..., _), (0xe4...0xe9, _, _), (0xf0, 0xa0..., _): self = .ideograph
      default: self = .word
      }
    }
  }
}
