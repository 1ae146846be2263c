import TerminalUI

/// What is typed while work is under way that decides where it goes.
package struct HeldEvents {
  private var holders = 0
  private var events: [InputEvent] = []

  package init() {}

  /// Holds events until every `begin` is matched by an `end`.
  package mutating func begin() { holders += 1 }

  /// Keeps an event if something is waited for; whether it did.
  package mutating func hold(_ event: InputEvent) -> Bool {
    guard holders > 0 else { return false }
    events.append(event)
    return true
  }

  /// Ends one piece of work.
  ///
  /// - Returns: The events in their order once nothing is waited for any more.
  package mutating func end() -> [InputEvent] {
    holders -= 1
    guard holders == 0 else { return [] }
    defer { events = [] }
    return events
  }
}
