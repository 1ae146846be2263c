/// Finds the matches of an expression in a text, one after the other, within a budget of steps.
///
/// It tries what the expression allows in its order and goes back where that leads nowhere. What
/// was tried in vain from a place is not tried again, so that the work is bounded by the length of
/// the expression times that of the text; only with `\1`, `(?=` and their like the budget is
/// needed.
///
/// Besides, all its work is counted and ends where the one who asks allows no more.
struct PatternMatcher {
  private typealias Frame = (instruction: Int, place: Int, slot: Int)

  private let program: PatternProgram
  private let text: PatternText
  private var slots: [Int]
  /// Where to go on when nothing matches: an instruction and a place; or a slot to be set again.
  private var stack: [Frame] = []
  /// What was tried: a bit for each instruction at each place, and which words of it are not 0.
  ///
  /// Both are empty until something is tried.
  private var tried: [UInt64] = []
  private var words: [Int] = []
  /// Steps that may still be done.
  private(set) var steps: Int
  private let allowance: Int
  /// What is left of the work that is allowed.
  private var left: Int

  /// The work in a step of a `WorkMeter`.
  static let workPerStep = 64
  /// The work of looking up a character beyond ASCII in a set.
  private static let lookup = 16

  /// Steps for each cluster of a text.
  static let stepsPerCluster = 256

  /// Begins at a text's start.
  ///
  /// - Parameters:
  ///   - program: What is looked for.
  ///   - text: Where.
  ///   - allowance: The most work.
  init(_ program: PatternProgram, in text: PatternText, allowance: Int) {
    self.program = program
    self.text = text
    self.allowance = allowance
    left = allowance
    slots = Array(repeating: -1, count: program.slotCount)
    steps = 20_000 + PatternMatcher.stepsPerCluster * text.count
  }

  /// The work that was done.
  var work: Int { allowance - left }

  /// Whether more work is needed than is allowed, so that matches may be missing.
  var isOut: Bool { left <= 0 }

  /// Finds the first match at or after a place.
  ///
  /// - Parameter start: The index of a cluster, 0…`text.count`.
  /// - Returns: Where all and each group begins and ends, as indices of clusters; -1 for a group
  ///   that took no part. Nil when there is no match, or the steps or the work are used up.
  mutating func match(from start: Int) -> [Int]? {
    var place = start
    let first = leading
    while place <= text.count, steps > 0, left > 0 {
      if let first {
        guard let next = text.units[place...].firstIndex(of: first) else { return nil }
        place = next
      }
      for index in slots.indices { slots[index] = -1 }
      left -= 1 + slots.count / 8
      if run(0, at: place) != nil {
        for word in words { tried[word] = 0 }
        words.removeAll(keepingCapacity: true)
        return Array(slots[..<(2 * (program.groups + 1))])
      }
      place += 1
    }
    return nil
  }

  /// The character that each match begins with, if that is known.
  private var leading: UInt32? {
    for instruction in program.instructions {
      switch instruction {
      case .save: continue
      case .scalar(let value): return value
      default: return nil
      }
    }
    return nil
  }

  /// Runs from an instruction to the next `accept`.
  ///
  /// - Returns: Where that was reached; nil when it was not.
  private mutating func run(_ instruction: Int, at start: Int) -> Int? {
    let floor = stack.count
    defer { stack.removeLast(stack.count - floor) }
    var (next, place) = (instruction, start)
    while steps > 0, left > 0 {
      steps -= 1
      left -= 1
      if case .accept = program.instructions[next] { return place }
      if !step(&next, &place) {
        guard let frame = back(to: floor) else { return nil }
        (next, place) = frame
      }
    }
    return nil
  }

  /// Takes back what led nowhere; nil when nothing is left to try.
  private mutating func back(to floor: Int) -> (Int, Int)? {
    while stack.count > floor, let frame = stack.popLast() {
      if frame.slot < 0 { return (frame.instruction, frame.place) }
      slots[frame.slot] = frame.place
    }
    return nil
  }

  /// Does one instruction; false when it fails.
  private mutating func step(_ next: inout Int, _ place: inout Int) -> Bool {
    switch program.instructions[next] {
    case .scalar(let value):
      guard place < text.count, text.units[place] == value else { return false }
      place += 1
    case .set(let number):
      guard place < text.count, takes(number, place) else { return false }
      place += 1
    case .split(let first, let second):
      if program.isMemorable, !isFirstTry(of: next, at: place) { return false }
      stack.append((second, place, -1))
      next = first
      return true
    case .jump(let target):
      next = target
      return true
    case .save(let slot):
      stack.append((0, slots[slot], slot))
      slots[slot] = place
    case .progress(let slot): if slots[slot] == place { return false }
    case .place(let kind): if !isAt(kind, place) { return false }
    case .ahead(let isNegative, let end):
      if (run(next + 1, at: place) == nil) != isNegative { return false }
      next = end
      return true
    case .atomic(let end):
      guard let reached = run(next + 1, at: place) else { return false }
      place = reached
      next = end
      return true
    case .back(let group): return take(group, &next, &place)
    case .accept: return false
    }
    next += 1
    return true
  }

  /// Remembers that an instruction is tried at a place; false when it was before, in vain.
  private mutating func isFirstTry(of instruction: Int, at place: Int) -> Bool {
    if tried.isEmpty {
      tried = Array(repeating: 0, count: program.instructions.count * (text.count + 1) / 64 + 1)
      left -= tried.count / 8
    }
    let state = instruction * (text.count + 1) + place
    let (word, bit) = (state >> 6, UInt64(1) << UInt64(state & 63))
    if tried[word] & bit != 0 { return false }
    if tried[word] == 0 { words.append(word) }
    tried[word] |= bit
    return true
  }

  private mutating func takes(_ set: Int, _ place: Int) -> Bool {
    let unit = text.units[place]
    if unit < 0x80 { return program.takes(set, ascii: unit) }
    left -= PatternMatcher.lookup
    return program.sets[set]
      .contains(text.character(at: place), ignoringCase: program.ignoresCase)
  }

  /// Takes what a group matched once more; one that took no part fails.
  private mutating func take(_ group: Int, _ next: inout Int, _ place: inout Int) -> Bool {
    let (start, end) = (slots[2 * group], slots[2 * group + 1])
    guard start >= 0, end >= start, place + end - start <= text.count else { return false }
    for index in start..<end {
      steps -= 1
      left -= PatternMatcher.lookup
      let (one, other) = (text.character(at: index), text.character(at: place + index - start))
      let isSame =
        program.ignoresCase ? one.lowercased() == other.lowercased() : one == other
      if !isSame { return false }
    }
    place += end - start
    next += 1
    return true
  }

  private func isAt(_ kind: PatternNode.Place, _ place: Int) -> Bool {
    switch kind {
    case .lineStart: place == 0 || text.isNewline(place - 1)
    case .lineEnd: place == text.count || text.isNewline(place)
    case .textStart: place == 0
    case .textEnd: place == text.count
    case .wordBoundary: text.isWord(place - 1) != text.isWord(place)
    case .noWordBoundary: text.isWord(place - 1) == text.isWord(place)
    }
  }
}
