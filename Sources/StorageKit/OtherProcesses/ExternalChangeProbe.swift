/// Decides when another process has committed, from file events and readings of a version.
///
/// A commit writes to the log file, which wakes the watcher; the event may come before the
/// commit is visible, or be due to this process. Hence each event's reading is repeated after
/// 5, 50, 500 and 5,000 ms, and then not again: nothing is read while nothing happens. The last
/// is for a disk that is slow to synchronise the log, before which the commit is not visible. It
/// is repeated also when it shows a change, which may be that of the commit before.
package struct ExternalChangeProbe: Equatable, Sendable {
  /// What the owner reports.
  package enum Event: Equatable, Sendable {
    /// The log file was written, created or removed.
    case fileTouched
    /// The wait with this number is over.
    case waited(Int)
    /// The version that the writer's connection read.
    case read(version: Int)
    /// The version could not be read.
    case failedToRead
  }

  /// What the owner is to do.
  package enum Action: Equatable, Sendable {
    /// Read the version.
    case read
    /// Report `waited` with the number after a time.
    case wait(milliseconds: Int, number: Int)
    /// Another process has committed.
    case notify
  }

  /// The waits between readings of one series, in milliseconds.
  package static let waits = [5, 50, 500, 5000]

  private var lastVersion: Int
  private var isReading = false
  private var wasTouchedWhileReading = false
  /// How many waits of the present series have begun.
  private var waitsBegun = 0
  /// Raised with each wait, so that an overtaken wait differs from the present one.
  private var waitNumber = 0

  /// Starts from the version that the connection reads now.
  package init(version: Int) {
    lastVersion = version
  }

  /// Takes in what happened.
  package mutating func on(_ event: Event) -> [Action] {
    switch event {
    case .fileTouched: fileTouched()
    case .waited(let number): number == waitNumber ? startReading() : []
    case .read(let version): read(version)
    // Unknown is treated as changed: a needless fetch costs less than a missed one.
    case .failedToRead: [.notify] + read(lastVersion)
    }
  }

  private mutating func fileTouched() -> [Action] {
    waitsBegun = 0
    waitNumber += 1
    wasTouchedWhileReading = isReading
    return startReading()
  }

  private mutating func startReading() -> [Action] {
    guard !isReading else { return [] }
    isReading = true
    return [.read]
  }

  private mutating func read(_ version: Int) -> [Action] {
    isReading = false
    let isChanged = version != lastVersion
    lastVersion = version
    let notification: [Action] = isChanged ? [.notify] : []
    if wasTouchedWhileReading {
      wasTouchedWhileReading = false
      return notification + startReading()
    }
    return notification + startWaiting()
  }

  private mutating func startWaiting() -> [Action] {
    guard waitsBegun < Self.waits.count else { return [] }
    waitNumber += 1
    waitsBegun += 1
    return [.wait(milliseconds: Self.waits[waitsBegun - 1], number: waitNumber)]
  }
}
