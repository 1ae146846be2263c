/// A part of an expression, as it was written.
indirect enum PatternNode: Hashable, Sendable {
  /// Matches nothing, and always.
  case empty
  /// One cluster.
  case set(PatternSet)
  /// A place, which takes no cluster.
  case place(Place)
  /// One part after the other.
  case sequence([PatternNode])
  /// One of the parts; the first that leads to a match.
  case choice([PatternNode])
  /// A part several times; `most` is nil for any number.
  case repeated(PatternNode, least: Int, most: Int?, Greed)
  /// A part whose match is kept under a number.
  case group(PatternNode, number: Int)
  /// What must follow, or must not, without being taken.
  case ahead(PatternNode, isNegative: Bool)
  /// A part that is matched once and not tried in another way.
  case atomic(PatternNode)
  /// The text that a group matched.
  case back(Int)

  /// How many repetitions are tried first.
  enum Greed: Hashable, Sendable {
    /// As many as there are.
    case greedy
    /// As few as will do.
    case lazy
    /// As many as there are, and no fewer.
    case possessive
  }

  /// A place between clusters.
  enum Place: Hashable, Sendable {
    /// A line's start or end.
    case lineStart, lineEnd
    /// The start or end of all that is looked through.
    case textStart, textEnd
    /// Where a word begins or ends, or anywhere else.
    case wordBoundary, noWordBoundary
  }
}

/// Which clusters a part of an expression takes.
struct PatternSet: Hashable, Sendable {
  /// A kind of cluster.
  enum Kind: Hashable, Sendable {
    /// Any, any but a line's end, and those that end lines.
    case all, any, newline
    /// Decimal digits, word characters, white space of any kind and within a line.
    case digit, word, space, blank
    /// Letters, capitals, small letters, signs, controls.
    case letter, capital, small, sign, control
    /// Hexadecimal digits.
    case hexadecimal
  }

  /// Single scalars, and ranges of them.
  var ranges: [ClosedRange<UInt32>] = []
  /// Clusters of more than one scalar.
  var clusters: Set<Character> = []
  /// Kinds, each with whether the others are meant.
  var kinds: [Kind: Bool] = [:]
  /// Kinds whose others are meant, where both are.
  var isNegated = false

  /// A set of one kind.
  init(_ kind: Kind, others: Bool = false) { kinds = [kind: others] }

  /// A set of one cluster; an empty one without.
  init(_ character: Character? = nil) {
    if let character { insert(character) }
  }

  /// Adds a cluster.
  mutating func insert(_ character: Character) {
    if let value = PatternSet.scalar(of: character) {
      ranges.append(value...value)
    } else {
      clusters.insert(character)
    }
  }

  /// The scalar of a cluster that is only one.
  static func scalar(of character: Character) -> UInt32? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.dropFirst().isEmpty else { return nil }
    return first.value
  }

  /// The scalar of a set that takes one cluster of one scalar and nothing else.
  var onlyScalar: UInt32? {
    guard !isNegated, kinds.isEmpty, clusters.isEmpty, ranges.count == 1, ranges[0].count == 1
    else { return nil }
    return ranges[0].lowerBound
  }

  /// Whether a scalar is a letter of ASCII, which alone there has another case.
  static func isLetter(ascii value: UInt32) -> Bool { (0x61...0x7a).contains(value | 0x20) }

  /// Which ASCII characters are taken, as two words of bits; a longer set is asked for each of
  /// them.
  func asciiBits(ignoringCase: Bool) -> (UInt64, UInt64) {
    var bits: (UInt64, UInt64) = (0, 0)
    func take(_ value: UInt32) {
      if value < 64 { bits.0 |= 1 << value } else { bits.1 |= 1 << (value - 64) }
    }
    if let value = onlyScalar {
      guard value < 0x80 else { return bits }
      take(value)
      if ignoringCase, PatternSet.isLetter(ascii: value) { take(value ^ 0x20) }
      return bits
    }
    for value in UInt32(0)..<128
    where contains(Character(Unicode.Scalar(UInt8(value))), ignoringCase: ignoringCase) {
      take(value)
    }
    return bits
  }

  /// Whether a cluster is taken.
  func contains(_ character: Character, ignoringCase: Bool) -> Bool {
    if has(character) { return !isNegated }
    guard ignoringCase else { return isNegated }
    let isTaken = [character.lowercased(), character.uppercased()].contains { other in
      other.count == 1 && other.first.map(has) ?? false
    }
    return isTaken != isNegated
  }

  private func has(_ character: Character) -> Bool {
    if let value = PatternSet.scalar(of: character) {
      if ranges.contains(where: { $0.contains(value) }) { return true }
    }
    // A letter with its accent apart is the one with it, too.
    if !clusters.isEmpty, clusters.contains(character) { return true }
    if !character.isASCII, isSingle(character) { return true }
    return kinds.contains { $0.key.contains(character) != $0.value }
  }

  private func isSingle(_ character: Character) -> Bool {
    ranges.contains { range in
      range.count == 1 && Unicode.Scalar(range.lowerBound).map { Character($0) } == character
    }
  }
}

extension PatternSet.Kind {
  /// Whether a cluster is of the kind.
  func contains(_ character: Character) -> Bool {
    switch self {
    case .all: true
    case .any: !character.isNewline
    case .newline: character.isNewline
    case .digit: character.unicodeScalars.first?.properties.numericType == .decimal
    case .word: character == "_" || character.isLetter || character.isNumber
    case .space: character.isWhitespace
    case .blank: character.isWhitespace && !character.isNewline
    case .letter: character.isLetter
    case .capital: character.isUppercase
    case .small: character.isLowercase
    case .sign: character.isPunctuation || character.isSymbol
    case .control:
      character.unicodeScalars.first?.properties.generalCategory == .control
    case .hexadecimal: character.isASCII && character.isHexDigit
    }
  }
}
