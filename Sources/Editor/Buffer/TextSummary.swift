/// The counts of a piece of text, which add up over pieces (a monoid).
///
/// A word is a run of scalars between white space that holds a letter or a digit, so that the marks
/// of headings, lists and tables are none; each ideograph or kana counts as a word of its own, so
/// that languages without spaces have a word count too.
struct TextSummary: Hashable, Sendable {
  /// Length in UTF-8 bytes.
  var bytes = 0
  /// Unicode scalars.
  var scalars = 0
  /// Line feeds (U+000A).
  var newlines = 0
  /// Words, as if nothing were around the piece.
  var words = 0
  /// The run that touches the piece's start, and the one that touches its end.
  var first = Run.none
  var last = Run.none
  /// Whether the piece is one run, which may go on at both sides.
  var isOneRun = false

  /// What is known of a run between white space.
  enum Run: UInt8, Hashable, Sendable {
    /// There is none.
    case none
    /// It has shown no letter and no digit.
    case marks
    /// It is a word.
    case word
  }

  /// The summary of nothing.
  static let zero = TextSummary()

  /// Adds the summary of the piece that follows.
  static func += (left: inout TextSummary, right: TextSummary) {
    guard right.bytes > 0 else { return }
    if left.bytes == 0 {
      left = right
      return
    }
    let isJoined = left.last != .none && right.first != .none
    left.words += right.words - (left.last == .word && right.first == .word ? 1 : 0)
    if isJoined, left.isOneRun { left.first = longer(left.first, right.first) }
    left.last = isJoined && right.isOneRun ? longer(left.last, right.last) : right.last
    left.isOneRun = isJoined && left.isOneRun && right.isOneRun
    left.bytes += right.bytes
    left.scalars += right.scalars
    left.newlines += right.newlines
  }

  private static func longer(_ left: Run, _ right: Run) -> Run {
    left == .word ? left : right
  }
}

extension TextSummary {
  /// Counts valid UTF-8; linear in its length.
  init(of text: UnsafeBufferPointer<UInt8>) {
    bytes = text.count
    var run = Run.none
    var isFirst = true
    var index = 0
    while index < text.count {
      let byte = text[index]
      scalars += 1
      let kind: Kind
      if byte < 0x80 {
        newlines += byte == 0x0a ? 1 : 0
        kind = Kind(ascii: byte)
        index += 1
        if kind == .word {
          // The letters after it are of the same word, and change nothing.
          let start = index
          while index < text.count, Kind.isWord(ascii: text[index]) { index += 1 }
          scalars += index - start
        }
      } else {
        let length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
        kind = Kind(lead: byte, second: text[index + 1], third: length > 2 ? text[index + 2] : 0)
        index += length
      }
      switch kind {
      case .word:
        if run != .word { words += 1 }
        run = .word
      case .mark: if run == .none { run = .marks }
      case .space, .ideograph:
        words += kind == .ideograph ? 1 : 0
        if isFirst { first = run }
        isFirst = false
        run = .none
      }
    }
    if isFirst { first = run }
    last = run
    isOneRun = isFirst && run != .none
  }

  /// Counts a piece held in an array.
  init(of text: [UInt8]) {
    self = text.withUnsafeBufferPointer { TextSummary(of: $0) }
  }

  /// What a scalar does to the word count.
  private enum Kind {
    case space, mark, word, ideograph

    /// Classifies an ASCII scalar.
    init(ascii byte: UInt8) {
      if byte <= 0x20 {
        self = .space
      } else {
        self = Kind.isWord(ascii: byte) ? .word : .mark
      }
    }

    /// Whether a byte is a letter or a digit of ASCII.
    static func isWord(ascii byte: UInt8) -> Bool {
      (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    /// Classifies a scalar of two bytes or more by its first bytes.
    init(lead: UInt8, second: UInt8, third: UInt8) {
      switch (lead, second, third) {
      case (0xc2, 0x85, _), (0xc2, 0xa0, _), (0xe3, 0x80, 0x80): self = .space
      case (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8...0xa9): self = .space
      // General punctuation, dashes and quotation marks among it.
      case (0xe2, 0x80, _): self = .mark
      // Hiragana to the end of the unified ideographs (U+3040…U+9FFF), and planes 2 and 3.
      case (0xe3, 0x81..., _), (0xe4...0xe9, _, _), (0xf0, 0xa0..., _): self = .ideograph
      default: self = .word
      }
    }
  }
}
