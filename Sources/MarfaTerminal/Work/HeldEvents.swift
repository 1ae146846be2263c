import TerminalUI

/// What is typed while work is under way that decides where it goes.
package struct HeldEvents {
  private var holders = 0
  private var events: [InputEvent] = []

  package init() {}

  /// Keeps events from now on, until as many ends as beginnings.
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

extension Application {
  /// Runs work that waits, keeping the keys typed meanwhile for where it leads: what is typed right
  /// after the key for a new note goes into that note.
  package func performHolding(
    _ purpose: String, _ body: @escaping @MainActor () async throws -> Void
  ) {
    heldEvents.begin()
    perform(purpose) { [self] in
      defer { for event in heldEvents.end() { handle(event) } }
      try await body()
    }
  }
}
