import MarfaSDK
import NoteEditing
import NoteFiles
import TerminalLayers

/// Which rows in view have the sign of a note that is not on the server.
///
/// A row that was seen without the sign gets it once its note has waited for a while, so that a
/// note that is sent with every key does not blink. A row that comes into view has it at once.
@MainActor package final class UnsentSigns {
  private enum Sign: Hashable {
    case hidden
    case awaited(since: Duration)
    case shown
  }

  private let context: Context
  private var signs: [String: Sign] = [:]
  /// The frame in which a row gets its sign.
  private var wake: (any ScheduledAction)?

  /// Has seen no row yet.
  init(context: Context) { self.context = context }

  /// Whether a row has the sign.
  package func shows(_ row: ListedItem) -> Bool {
    guard row.flags.contains(.isUnsent) else { return false }
    return switch signs[row.id] {
    case .shown, nil: true
    case .hidden, .awaited: false
    }
  }

  /// Follows the rows in view, once for each frame.
  func follow(_ rows: [ListedItem]) {
    let time = context.elapsed()
    let isLive = context.sync.status?.connection.sendsAtOnce == true
    var next: [String: Sign] = [:]
    for row in rows {
      next[row.id] = sign(of: row, after: signs[row.id], isLive: isLive, at: time)
    }
    signs = next
    wake?.cancel()
    wake = rest(at: time).map { delay in
      context.host.schedule(after: delay) { [host = context.host] in host.requestFrame() }
    }
  }

  private func sign(of row: ListedItem, after sign: Sign?, isLive: Bool, at time: Duration) -> Sign
  {
    guard row.flags.contains(.isUnsent) else { return .hidden }
    guard isLive, let sign else { return .shown }
    switch sign {
    case .hidden: return .awaited(since: time)
    case .awaited(let since): return time - since >= ShownPending.grace ? .shown : sign
    case .shown: return .shown
    }
  }

  /// The time until the next row gets its sign; nil while none waits for it.
  private func rest(at time: Duration) -> Duration? {
    signs.values.compactMap { sign in
      if case .awaited(let since) = sign { since + ShownPending.grace - time } else { nil }
    }.min()
  }
}
