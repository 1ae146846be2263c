import MarfaSDK
import Synchronization
import TerminalUI

/// What a command prints: results on standard output, everything else on standard error.
///
/// Results are gathered and written in large pieces. A reader that went away ends nothing: what
/// follows is dropped, and the command still does its work.
package final class CommandOutput: Sendable {
  private struct Pending {
    var bytes: [UInt8] = []
    var isClosed = false
    var failure: Int32?
    var paging = Paging.none
    /// What was said while the pager has the terminal.
    var notes: [UInt8] = []
  }

  /// Whether results are shown page by page.
  private enum Paging {
    case none
    /// The pager starts with the first result.
    case wanted(@Sendable () -> OutputPager?)
    case running(OutputPager)
  }

  private static let pieceSize = 64 << 10

  /// The streams.
  let streams: CommandStreams
  /// How styles are written.
  let colors: OutputColors
  private let pending = Mutex(Pending())

  init(streams: CommandStreams, environment: [String: String] = [:]) {
    self.streams = streams
    colors = OutputColors(environment: environment, isTerminal: streams.isOutputTerminal)
  }

  /// The error number of the first result that could not be written, or nil.
  var failure: Int32? { pending.withLock { $0.failure } }
  /// Whether nobody reads the results any more.
  var isClosed: Bool { pending.withLock { $0.isClosed } }

  // MARK: - Results

  /// Prints bytes of a result as they are.
  func write(_ bytes: some Sequence<UInt8>) {
    pending.withLock { pending in
      guard !pending.isClosed else { return }
      pending.bytes.append(contentsOf: bytes)
      if pending.bytes.count >= Self.pieceSize { flush(&pending) }
    }
  }

  /// Prints text of a result; on a terminal nothing in it can act.
  func write(_ text: String) {
    write((streams.isOutputTerminal ? Self.harmless(text) : text).utf8)
  }

  /// Prints styled text of a result; on a terminal nothing in its text can act.
  func write(_ painted: PaintedText) {
    let isTerminal = streams.isOutputTerminal
    write(colors.text(painted) { isTerminal ? Self.harmless($0) : $0 }.utf8)
  }

  /// Prints a line of a result.
  func line(_ text: String) { write(text + "\n") }

  /// Writes what was gathered.
  func flush() { pending.withLock { flush(&$0) } }

  private func flush(_ pending: inout Pending) {
    guard !pending.bytes.isEmpty else { return }
    if case .wanted(let start) = pending.paging {
      pending.paging = start().map { .running($0) } ?? .none
    }
    let outcome: CommandStreams.WriteOutcome
    if case .running(let pager) = pending.paging {
      outcome = pager.write(pending.bytes)
    } else {
      outcome = streams.write(.output, pending.bytes)
    }
    switch outcome {
    case .written: break
    case .closed: pending.isClosed = true
    case .failed(let number):
      pending.isClosed = true
      pending.failure = number
    }
    pending.bytes.removeAll(keepingCapacity: true)
  }

  // MARK: - Page by page

  /// Shows the results in a pager from now on, which starts with the first of them.
  ///
  /// - Parameter start: Starts it; nil when there is none.
  func page(_ start: @escaping @Sendable () -> OutputPager?) {
    pending.withLock { if case .none = $0.paging { $0.paging = .wanted(start) } }
  }

  /// Waits until the person has left the pager, and says what was held back meanwhile.
  func endPaging() async {
    flush()
    let (paging, notes) = pending.withLock { pending in
      defer {
        pending.paging = .none
        pending.notes = []
      }
      return (pending.paging, pending.notes)
    }
    if case .running(let pager) = paging { await pager.finish() }
    // There is nowhere to report that standard error is closed.
    if !notes.isEmpty { _ = streams.write(.error, notes) }
  }

  // MARK: - Everything else

  /// Prints a line to standard error; nothing in it can act on a terminal.
  func note(_ text: String) {
    let bytes = Array((Self.harmless(text) + "\n").utf8)
    let isHeld = pending.withLock { pending in
      guard case .running = pending.paging else { return false }
      pending.notes += bytes
      return true
    }
    // There is nowhere to report that standard error is closed.
    if !isHeld { _ = streams.write(.error, bytes) }
  }

  /// Prints bytes to standard error as they are, such as a line that is painted over.
  func paintNote(_ text: String) {
    _ = streams.write(.error, Array(text.utf8))
  }

  /// The text with everything that could act on a terminal made visible, but for line breaks and
  /// tabs.
  static func harmless(_ text: String) -> String {
    guard TextWidth.hasUnsafe(text) else { return text }
    var result = ""
    var segment = text.unicodeScalars[...]
    while let index = segment.firstIndex(where: { $0 == "\n" || $0 == "\t" }) {
      result += TextWidth.visible(String(segment[..<index]))
      result.unicodeScalars.append(segment[index])
      segment = segment[segment.index(after: index)...]
    }
    return result + TextWidth.visible(String(segment))
  }
}
