/// Why an expression cannot be read.
struct PatternProblem: Error, Hashable {
  /// The rest of “… is no pattern:”.
  let text: String

  init(_ text: String) { self.text = text }
}

/// Reads an expression into its parts.
///
/// The way of writing is that of Swift and PCRE: `(…)`, `(?:…)`, `(?=…)`, `(?!…)`, `|`, `*`, `+`,
/// `?`, `{2,3}` with `?` or `+` after them, `[…]`, `^`, `$`, `\1`, `\d`, `\w`, `\s`, `\b` and
/// others.
struct PatternParser {
  private var rest: Substring
  private var depth = 0
  /// Groups opened so far.
  private(set) var groups = 0

  /// The most characters of a count or a class's name with its brackets: what is longer is none,
  /// and looking for its end from each of its beginnings would take long.
  private static let longestCount = 20
  /// The deepest nesting of groups.
  static let deepest = 100

  /// Reads a whole expression.
  ///
  /// - Returns: Its parts, and how many groups it has.
  /// - Throws: `PatternProblem`.
  static func parse(_ text: String) throws(PatternProblem) -> (node: PatternNode, groups: Int) {
    var parser = PatternParser(rest: text[...])
    let node = try parser.choice()
    if parser.rest.first == ")" { throw PatternProblem("a ) has no (") }
    return (node, parser.groups)
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  private mutating func choice() throws(PatternProblem) -> PatternNode {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternNode {
    var parts: [PatternNode] = []
    while let next = rest.first, next != "|", next != ")" {
      let part = try atom()
      parts.append(try quantified(part))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  private mutating func atom() throws(PatternProblem) -> PatternNode {
    guard let character = rest.popFirst() else { return .empty }
    switch character {
    case "(": return try group()
    case "[": return .set(try set())
    case ".": return .set(PatternSet(.any))
    case "^": return .place(.lineStart)
    case "$": return .place(.lineEnd)
    case "\\": return try escaped()
    case "*", "+", "?": throw PatternProblem("nothing is before \(character)")
    default: return .set(PatternSet(character))
    }
  }

  // MARK: - Groups and repetitions

  private mutating func group() throws(PatternProblem) -> PatternNode {
    depth += 1
    if depth > PatternParser.deepest { throw PatternProblem("its groups are nested too deeply") }
    defer { depth -= 1 }
    if take("?:") { return try inner() }
    if take("?=") { return .ahead(try inner(), isNegative: false) }
    if take("?!") { return .ahead(try inner(), isNegative: true) }
    if take("?>") { return .atomic(try inner()) }
    if take("?<") || take("?P<") {
      guard let end = rest.firstIndex(of: ">"), rest.first?.isLetter ?? false else {
        throw PatternProblem("a group's name is not closed with >")
      }
      rest = rest[rest.index(after: end)...]
    } else if rest.first == "?" {
      throw PatternProblem("(? begins no group that is known")
    }
    groups += 1
    let number = groups
    return .group(try inner(), number: number)
  }

  private mutating func inner() throws(PatternProblem) -> PatternNode {
    let node = try choice()
    guard take(")") else { throw PatternProblem("a ( has no )") }
    return node
  }

  private mutating func quantified(_ part: PatternNode) throws(PatternProblem) -> PatternNode {
    guard let (least, most) = try count() else { return part }
    let greed: PatternNode.Greed = take("?") ? .lazy : take("+") ? .possessive : .greedy
    return .repeated(part, least: least, most: most, greed)
  }

  private mutating func count() throws(PatternProblem) -> (Int, Int?)? {
    guard let sign = rest.first, "*+?{".contains(sign) else { return nil }
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard rest.first == "{", let end = rest.prefix(Self.longestCount).firstIndex(of: "}") else {
      return nil
    }
    let inside = rest[rest.index(after: rest.startIndex)..<end]
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int? { text.count <= 6 ? Int(text) : nil }
    guard (1...2).contains(parts.count), let least = parts[0].isEmpty ? 0 : number(parts[0]),
      inside.contains(where: \.isNumber)
    else { return nil }
    rest = rest[rest.index(after: end)...]
    guard parts.count == 2 else { return (least, least) }
    if parts[1].isEmpty { return (least, nil) }
    guard let most = number(parts[1]), most >= least else {
      throw PatternProblem("{\(inside)} counts backwards")
    }
    return (least, most)
  }

  // MARK: - Escapes

  private mutating func escaped() throws(PatternProblem) -> PatternNode {
    guard let letter = rest.first else { throw PatternProblem("it ends with a backslash") }
    switch letter {
    case "b": return place(.wordBoundary)
    case "B": return place(.noWordBoundary)
    case "A": return place(.textStart)
    case "z", "Z": return place(.textEnd)
    case "1"..."9" where letter.isASCII:
      rest.removeFirst()
      guard let number = letter.wholeNumberValue, number <= groups else {
        throw PatternProblem("\\\(letter) has no group")
      }
      return .back(number)
    default: return .set(try escapedSet())
    }
  }

  private mutating func place(_ place: PatternNode.Place) -> PatternNode {
    rest.removeFirst()
    return .place(place)
  }

  /// What a letter after a backslash means, inside and outside of brackets.
  private mutating func escapedSet() throws(PatternProblem) -> PatternSet {
    guard let letter = rest.popFirst() else { throw PatternProblem("it ends with a backslash") }
    switch letter {
    case "d": return PatternSet(.digit)
    case "D": return PatternSet(.digit, others: true)
    case "w": return PatternSet(.word)
    case "W": return PatternSet(.word, others: true)
    case "s": return PatternSet(.space)
    case "S": return PatternSet(.space, others: true)
    case "h": return PatternSet(.blank)
    case "H": return PatternSet(.blank, others: true)
    case "R", "v": return PatternSet(.newline)
    case "N", "V": return PatternSet(.newline, others: true)
    case "X", "O": return PatternSet(.all)
    case "n": return PatternSet("\n")
    case "r": return PatternSet("\r")
    case "t": return PatternSet("\t")
    case "e": return PatternSet("\u{1b}")
    case "f": return PatternSet("\u{0c}")
    case "a": return PatternSet("\u{07}")
    case "0": return PatternSet("\0")
    case "p", "P": return try property(isNegated: letter == "P")
    case "x", "u", "U": return try scalar(letter)
    case let letter where letter.isASCII && (letter.isLetter || letter.isNumber):
      throw PatternProblem("\\\(letter) means nothing")
    default: return PatternSet(letter)
    }
  }

  private mutating func scalar(_ letter: Character) throws(PatternProblem) -> PatternSet {
    let digits: Substring
    if take("{") {
      digits = rest.prefix { $0.isHexDigit }
      rest.removeFirst(digits.count)
      guard take("}") else { throw PatternProblem("a { has no }") }
    } else {
      digits = rest.prefix(letter == "x" ? 2 : letter == "u" ? 4 : 8).prefix { $0.isHexDigit }
      rest.removeFirst(digits.count)
    }
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
      throw PatternProblem("\\\(letter) names no character")
    }
    return PatternSet(Character(scalar))
  }

  private mutating func property(isNegated: Bool) throws(PatternProblem) -> PatternSet {
    guard take("{"), let end = rest.firstIndex(of: "}") else {
      throw PatternProblem("\\p has no {…}")
    }
    let name = rest[..<end].lowercased()
    rest = rest[rest.index(after: end)...]
    let kinds: [String: PatternSet.Kind] = [
      "l": .letter, "letter": .letter, "alphabetic": .letter, "alpha": .letter,
      "lu": .capital, "uppercase": .capital, "ll": .small, "lowercase": .small,
      "n": .digit, "nd": .digit, "digit": .digit, "p": .sign, "s": .sign, "punct": .sign,
      "z": .space, "space": .space, "whitespace": .space, "cc": .control,
    ]
    guard let kind = kinds[name] else { throw PatternProblem("\\p{\(name)} is not known") }
    return PatternSet(kind, others: isNegated)
  }

  // MARK: - Sets

  private mutating func set() throws(PatternProblem) -> PatternSet {
    var set = PatternSet()
    set.isNegated = take("^")
    var isFirst = true
    while let character = rest.popFirst() {
      if character == "]", !isFirst { return set }
      isFirst = false
      if character == "[", rest.first == ":",
        let end = rest.prefix(Self.longestCount).firstRange(of: ":]")
      {
        let name = String(rest[rest.index(after: rest.startIndex)..<end.lowerBound])
        rest = rest[end.upperBound...]
        try add(class: name, to: &set)
        continue
      }
      let part = character == "\\" ? try member() : PatternSet(character)
      guard let lower = part.only, rest.first == "-", let after = rest.dropFirst().first,
        after != "]"
      else {
        set.formUnion(part)
        continue
      }
      rest.removeFirst()
      guard let next = rest.popFirst() else { break }
      let end = next == "\\" ? try member() : PatternSet(next)
      guard let upper = end.only, upper >= lower else {
        throw PatternProblem("a range in [ ] runs backwards")
      }
      set.ranges.append(lower...upper)
    }
    throw PatternProblem("a [ has no ]")
  }

  private mutating func member() throws(PatternProblem) -> PatternSet {
    if take("b") { return PatternSet("\u{08}") }
    return try escapedSet()
  }

  private func add(class name: String, to set: inout PatternSet) throws(PatternProblem) {
    let kinds: [String: PatternSet.Kind] = [
      "digit": .digit, "alpha": .letter, "upper": .capital, "lower": .small, "space": .space,
      "blank": .blank, "punct": .sign, "cntrl": .control, "word": .word, "xdigit": .hexadecimal,
    ]
    if name == "alnum" {
      set.kinds[.letter] = false
      set.kinds[.digit] = false
    } else if let kind = kinds[name] {
      set.kinds[kind] = false
    } else {
      throw PatternProblem("[:\(name):] is not known")
    }
  }
}

extension PatternSet {
  /// The scalar, if the set is only that.
  fileprivate var only: UInt32? {
    guard kinds.isEmpty, clusters.isEmpty, ranges.count == 1, ranges[0].count == 1 else {
      return nil
    }
    return ranges[0].lowerBound
  }

  /// Takes what another set takes, too.
  fileprivate mutating func formUnion(_ other: PatternSet) {
    ranges += other.ranges
    clusters.formUnion(other.clusters)
    for (kind, others) in other.kinds {
      if let known = kinds[kind], known != others {
        self.kinds[.all] = false
      } else {
        kinds[kind] = others
      }
    }
  }
}
