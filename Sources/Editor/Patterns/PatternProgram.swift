/// An expression made ready for matching: a list of instructions for `PatternMatcher`.
struct PatternProgram: Sendable {
  /// One step of matching.
  enum Instruction: Sendable {
    /// Takes a cluster that is this scalar.
    case scalar(UInt32)
    /// Takes a cluster of a set, by its number.
    case set(Int)
    /// Goes on at the first; if that leads nowhere, at the second.
    case split(Int, Int)
    /// Goes on elsewhere.
    case jump(Int)
    /// Remembers the place under a number.
    case save(Int)
    /// Fails unless the place differs from the one remembered.
    case progress(Int)
    /// Fails unless the place is of a kind.
    case place(PatternNode.Place)
    /// Looks ahead with what comes before the next `accept`, then goes on elsewhere.
    case ahead(isNegative: Bool, end: Int)
    /// Matches what comes before the next `accept` in one way only, then goes on elsewhere.
    case atomic(end: Int)
    /// Takes the text that a group matched.
    case back(Int)
    /// All is matched.
    case accept
  }

  /// The most instructions; a longer expression is refused.
  static let longest = 5_000

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [PatternSet] = []
  /// Which of the sets take which ASCII character, as two words of bits each.
  private(set) var asciiSets: [(UInt64, UInt64)] = []
  /// Places remembered: two for each group and all, then those of loops.
  private(set) var slotCount: Int
  let groups: Int
  let ignoresCase: Bool
  /// Whether what was tried in vain at a place may be remembered.
  private(set) var isMemorable = true
  /// The number of each set, so that one that is repeated is looked at once.
  private var numbers: [PatternSet: Int] = [:]

  /// Compiles an expression.
  ///
  /// - Throws: `PatternProblem` when it cannot be read or is too long.
  init(_ text: String, ignoresCase: Bool) throws(PatternProblem) {
    let (node, groups) = try PatternParser.parse(text)
    self.groups = groups
    self.ignoresCase = ignoresCase
    slotCount = 2 * (groups + 1)
    try emit(.save(0))
    try compile(node)
    try emit(.save(1))
    try emit(.accept)
  }

  /// Whether a set takes an ASCII character.
  func takes(_ set: Int, ascii value: UInt32) -> Bool {
    let bits = asciiSets[set]
    return value < 64 ? bits.0 >> value & 1 == 1 : bits.1 >> (value - 64) & 1 == 1
  }

  @discardableResult
  private mutating func emit(_ instruction: Instruction) throws(PatternProblem) -> Int {
    if instructions.count >= PatternProgram.longest { throw PatternProblem("it is too long") }
    instructions.append(instruction)
    return instructions.count - 1
  }

  private mutating func compile(_ node: PatternNode) throws(PatternProblem) {
    switch node {
    case .empty: break
    case .set(let set): try compile(set)
    case .place(let place): try emit(.place(place))
    case .sequence(let parts): for part in parts { try compile(part) }
    case .choice(let parts): try compile(choice: parts[...])
    case .repeated(let part, let least, let most, let greed):
      if greed == .possessive {
        try compile(.atomic(.repeated(part, least: least, most: most, .greedy)))
      } else {
        try compile(part, least, most, isLazy: greed == .lazy)
      }
    case .group(let part, let number):
      try emit(.save(2 * number))
      try compile(part)
      try emit(.save(2 * number + 1))
    case .ahead(let part, let isNegative):
      isMemorable = false
      try compile(part) { .ahead(isNegative: isNegative, end: $0) }
    case .atomic(let part):
      isMemorable = false
      try compile(part) { .atomic(end: $0) }
    case .back(let number):
      isMemorable = false
      try emit(.back(number))
    }
  }

  private mutating func compile(_ set: PatternSet) throws(PatternProblem) {
    if let value = set.onlyScalar, value < 0x80,
      !ignoresCase || !PatternSet.isLetter(ascii: value)
    {
      try emit(.scalar(value))
      return
    }
    if let number = numbers[set] {
      try emit(.set(number))
      return
    }
    numbers[set] = sets.count
    sets.append(set)
    asciiSets.append(set.asciiBits(ignoringCase: ignoresCase))
    try emit(.set(sets.count - 1))
  }

  private mutating func compile(choice parts: ArraySlice<PatternNode>) throws(PatternProblem) {
    var ends: [Int] = []
    for (index, part) in parts.enumerated() {
      guard index < parts.count - 1 else {
        try compile(part)
        break
      }
      let split = try emit(.split(0, 0))
      try compile(part)
      ends.append(try emit(.jump(0)))
      instructions[split] = .split(split + 1, instructions.count)
    }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func compile(
    _ part: PatternNode, _ least: Int, _ most: Int?, isLazy: Bool
  ) throws(PatternProblem) {
    for _ in 0..<least {
      let start = instructions.count
      try compile(part)
      // What takes nothing takes nothing however often; a million times in a million ends never.
      if instructions.count == start { break }
    }
    func split(_ into: Int, _ past: Int) -> Instruction {
      isLazy ? .split(past, into) : .split(into, past)
    }
    guard let most else {
      let slot = slotCount
      slotCount += 1
      let start = try emit(.split(0, 0))
      try emit(.save(slot))
      try compile(part)
      // A round that took nothing would go on without end.
      try emit(.progress(slot))
      try emit(.jump(start))
      instructions[start] = split(start + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      splits.append(try emit(.split(0, 0)))
      try compile(part)
    }
    for place in splits { instructions[place] = split(place + 1, instructions.count) }
  }

  private mutating func compile(
    _ part: PatternNode, as instruction: (Int) -> Instruction
  ) throws(PatternProblem) {
    let start = try emit(.accept)
    try compile(part)
    try emit(.accept)
    instructions[start] = instruction(instructions.count)
  }
}
