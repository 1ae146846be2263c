/// What is to run later, the earliest first: a value that knows no clock.
///
/// What is cancelled is gone at once, so that thousands of delays that begin again with each key
/// leave nothing behind.
package struct DelayedActions {
  private struct Entry {
    var number: Int
    var time: Duration
    var action: @MainActor () -> Void
  }

  /// In the order in which they were added; there are few at a time.
  private var entries: [Entry] = []
  private var added = 0

  /// Nothing is to run.
  package init() {}

  /// How many wait.
  package var count: Int { entries.count }

  /// When the next one is to run, since any fixed moment; nil when none waits.
  package var next: Duration? { entries.map(\.time).min() }

  /// Lets an action wait.
  ///
  /// - Parameters:
  ///   - time: When it is to run, since any fixed moment.
  ///   - action: What is to run.
  /// - Returns: Its number, to cancel it.
  package mutating func add(at time: Duration, _ action: @escaping @MainActor () -> Void) -> Int {
    added += 1
    entries.append(Entry(number: added, time: time, action: action))
    return added
  }

  /// Forgets an action; nothing happens if it has run.
  package mutating func cancel(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Takes the action out that is to run first, if its time has come.
  ///
  /// - Parameter now: The time, since the same moment.
  /// - Returns: The action; nil when none is to run yet.
  package mutating func takeDue(at now: Duration) -> (@MainActor () -> Void)? {
    let first = entries.indices.min { entries[$0].time < entries[$1].time }
    guard let first, entries[first].time <= now else { return nil }
    return entries.remove(at: first).action
  }
}
