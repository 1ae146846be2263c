import TerminalUI

/// What is typed while work is under way that decides where it goes: a queue that gives one event
/// after the other, each in constant time, whatever is typed meanwhile.
package struct HeldEvents {
  private var holders = 0
  private var events: [InputEvent] = []
  /// The place of the next event; those before it were given.
  private var first = 0

  /// Below this many given events the queue is not made shorter.
  private static let leastGiven = 1024

  package init() {}

  /// Holds events until every `begin` is matched by an `end`.
  package mutating func begin() { holders += 1 }

  /// Ends one piece of work.
  package mutating func end() { holders -= 1 }

  /// Keeps an event if something is waited for, or others before it still wait.
  ///
  /// - Returns: Whether it did.
  package mutating func hold(_ event: InputEvent) -> Bool {
    guard holders > 0 || first < events.count else { return false }
    events.append(event)
    return true
  }

  /// Gives up all events that wait but for the first ones.
  package mutating func keepFirst(_ count: Int) {
    events.removeLast(max(0, self.count - count))
  }

  /// How many events wait.
  package var count: Int { events.count - first }

  /// Whether there is a next event and nothing is waited for any more.
  package var hasNext: Bool { holders == 0 && first < events.count }

  /// Takes the next event; nil while something is waited for, or when there is none.
  package mutating func next() -> InputEvent? {
    guard hasNext else { return nil }
    let event = events[first]
    first += 1
    if first == events.count || (first > Self.leastGiven && first > events.count / 2) {
      events.removeFirst(first)
      first = 0
    }
    return event
  }
}
