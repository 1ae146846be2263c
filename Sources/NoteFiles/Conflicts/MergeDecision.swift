/// What is decided about places at which two states contradict each other, and what was before.
package struct MergeDecision: Hashable {
  /// What is taken at a place.
  package enum Choice: Hashable {
    case mine, theirs, both
    /// What the person wrote instead.
    case own(String)
  }

  /// The decision for each place; nil where there is none yet.
  package private(set) var choices: [Choice?]
  /// The place that is decided now.
  package private(set) var current = 0
  private var history: [Step] = []

  /// What was before a decision.
  private struct Step: Hashable {
    var choices: [Choice?]
    var current: Int
  }

  /// Nothing is decided.
  package init(count: Int) { choices = Array(repeating: nil, count: count) }

  /// How many places are undecided.
  package var open: Int { choices.count { $0 == nil } }

  /// Decides about the present place, and goes on to the next that is open.
  package mutating func choose(_ choice: Choice) {
    guard choices.indices.contains(current) else { return }
    remember()
    choices[current] = choice
    if let next = choices[current...].firstIndex(of: nil) { current = next }
  }

  /// Decides about all places alike.
  package mutating func chooseAll(_ choice: Choice) {
    remember()
    choices = choices.map { _ in choice }
  }

  /// Undoes the last decision, and shows its place.
  package mutating func undo() {
    guard let last = history.popLast() else { return }
    (choices, current) = (last.choices, last.current)
  }

  /// Goes to another place.
  package mutating func go(to place: Int) {
    current = min(max(0, place), max(0, choices.count - 1))
  }

  /// Goes to the first place that is open, if there is one.
  package mutating func goToOpen() {
    if let first = choices.firstIndex(of: nil) { current = first }
  }

  /// Goes on with other places.
  ///
  /// - Parameter former: For each of them its index before; nil for one that is new, which is
  ///   undecided.
  package mutating func goOn(with former: [Int?]) {
    func mapped(_ step: [Choice?]) -> [Choice?] {
      former.map { $0.flatMap { step.indices.contains($0) ? step[$0] : nil } }
    }
    func place(_ old: Int) -> Int {
      former.firstIndex(of: old) ?? min(old, max(0, former.count - 1))
    }
    history = history.map { Step(choices: mapped($0.choices), current: place($0.current)) }
    (choices, current) = (mapped(choices), place(current))
  }

  private mutating func remember() { history.append(Step(choices: choices, current: current)) }
}
