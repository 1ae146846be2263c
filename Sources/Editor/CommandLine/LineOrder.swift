/// `sort! niu`: how lines are sorted.
struct LineOrder: Hashable, Sendable {
  /// Whether the last one comes first (`!`).
  var isReversed = false
  /// Whether the first number of each line decides (`n`); lines without one come first.
  var isByNumber = false
  /// Whether capitals are as good as small letters (`i`).
  var isCaseIgnored = false
  /// Whether of equal lines that follow one another the first is kept only (`u`).
  var isUnique = false

  /// Reads what follows the name; nil when there is more than the letters known here.
  init?(_ text: Substring) {
    isReversed = text.first == "!"
    for letter in text.drop(while: { $0 == "!" }) where !letter.isWhitespace {
      switch letter {
      case "n": isByNumber = true
      case "i": isCaseIgnored = true
      case "u": isUnique = true
      default: return nil
      }
    }
  }

  /// The lines in their order; equal ones stay as they were, and are turned around with the others.
  func sorted(_ lines: [String]) -> [String] {
    let ascending =
      if isByNumber {
        order(lines.map { LineNumberKey($0) })
      } else {
        order(lines.map { LineTextKey(folded($0)) })
      }
    let order = isReversed ? ascending.reversed() : ascending
    var result: [String] = []
    for index in order {
      let line = lines[index]
      if isUnique, let last = result.last, folded(last).utf8.elementsEqual(folded(line).utf8) {
        continue
      }
      result.append(line)
    }
    return result
  }

  private func order<Key: Comparable>(_ keys: [Key]) -> [Int] {
    keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  private func folded(_ line: String) -> String { isCaseIgnored ? line.lowercased() : line }
}

/// A line by its bytes, as vi compares.
private struct LineTextKey: Comparable {
  let line: String

  init(_ line: String) { self.line = line }

  static func == (left: Self, right: Self) -> Bool {
    left.line.utf8.elementsEqual(right.line.utf8)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.line.utf8.lexicographicallyPrecedes(right.line.utf8)
  }
}

/// A line by its first number, with a minus right before it; of any length.
private struct LineNumberKey: Comparable {
  /// 0 without a number, else 1.
  private let rank: Int
  private let isNegative: Bool
  /// Without zeros at the front.
  private let digits: Substring

  init(_ line: String) {
    func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
    guard let start = line.firstIndex(where: isDigit) else {
      (rank, isNegative, digits) = (0, false, "")
      return
    }
    rank = 1
    digits = line[start...].prefix(while: isDigit).drop { $0 == "0" }
    isNegative = !digits.isEmpty && line[..<start].last == "-"
  }

  static func < (left: Self, right: Self) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.isNegative != right.isNegative { return left.isNegative }
    let (small, large) = left.isNegative ? (right, left) : (left, right)
    return small.digits.count != large.digits.count
      ? small.digits.count < large.digits.count : small.digits < large.digits
  }
}
