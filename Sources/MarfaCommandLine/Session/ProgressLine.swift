import MarfaSDK
import Synchronization

/// Says on standard error how far a long command is: a line that is painted over on a terminal,
/// otherwise one line every ten seconds.
final class ProgressLine: Sendable {
  /// Milliseconds between two paintings on a terminal.
  private static let terminalInterval: Int64 = 100
  /// Milliseconds between two lines elsewhere.
  private static let lineInterval: Int64 = 10_000

  private let session: CommandSession
  private let isQuiet: Bool
  private let last: Mutex<(time: Int64, isPainted: Bool)>

  init(_ session: CommandSession, isQuiet: Bool) {
    self.session = session
    self.isQuiet = isQuiet
    last = Mutex((session.host.clock.now.milliseconds, false))
  }

  /// Shows a text, unless the last one was shown just now.
  func show(_ text: String) {
    guard !isQuiet else { return }
    let isTerminal = session.host.streams.isErrorTerminal
    let now = session.host.clock.now.milliseconds
    let interval = isTerminal ? Self.terminalInterval : Self.lineInterval
    let isDue = last.withLock { last in
      guard now - last.time >= interval else { return false }
      last = (now, isTerminal)
      return true
    }
    guard isDue else { return }
    if isTerminal {
      // CR goes to the line's start, CSI K clears to its end (ECMA-48).
      session.output.paintNote("\r" + CommandOutput.harmless(text) + "\u{1b}[K")
    } else {
      session.output.note(text)
    }
  }

  /// Says something at once, on a line of its own that stays.
  func say(_ text: String) {
    guard !isQuiet else { return }
    clear()
    session.output.note(text)
  }

  /// Runs work that SIGINT may end, and takes the painted line away at its end.
  ///
  /// - Parameter work: The work.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` after a SIGINT.
  func during<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    defer { clear() }
    return try await Interruptible.run(session.host, work)
  }

  private func clear() {
    if last.withLock({ $0.isPainted }) { session.output.paintNote("\r\u{1b}[K") }
  }
}
