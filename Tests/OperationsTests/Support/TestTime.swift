import Foundation
import Operations
import Synchronization

/// A clock that moves only when a test moves it.
final class ManualClock: OperationClock {
  private let date: Mutex<Date>

  init(_ date: Date = Date(timeIntervalSince1970: 1000)) {
    self.date = Mutex(date)
  }

  func now() -> Date { date.withLock { $0 } }

  func advance(by seconds: TimeInterval) {
    date.withLock { $0 += seconds }
  }
}

/// A delayer that notes what it was asked for and does not wait.
final class RecordingDelayer: OperationDelayer {
  private let recorded = Mutex<[Duration]>([])

  var durations: [Duration] { recorded.withLock { $0 } }

  func delay(for duration: Duration) async throws {
    recorded.withLock { $0.append(duration) }
    try Task.checkCancellation()
  }
}

/// A delayer whose delays end when they are told to, oldest first.
final class ManualDelayer: OperationDelayer {
  private let gates = Signal<Gate>()

  func delay(for duration: Duration) async throws {
    let gate = Gate()
    gates.send(gate)
    try await gate.pass()
  }

  /// Waits for the next delay to begin, and returns what ends it.
  func next() async -> Gate { await gates.next() }

  /// The number of delays that have begun and were not taken by `next()`.
  var pendingCount: Int { gates.count }
}
