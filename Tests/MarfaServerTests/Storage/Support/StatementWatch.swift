import GRDB
import MarfaServer
import Synchronization

/// Which connections of a store run a statement.
final class StatementWatch: Sendable {
  private let text: String
  private let seen = Mutex<[Bool]>([])

  /// - Parameter text: A part of the statement.
  init(_ text: String) { self.text = text }

  /// For each time: whether it was a reader's connection.
  var readers: [Bool] { seen.withLock { $0 } }

  /// Forgets what ran.
  func reset() { seen.withLock { $0 = [] } }

  /// The hooks of a store that is watched.
  var hooks: StoreHooks {
    var hooks = StoreHooks()
    hooks.prepare = { [self] db in
      let isReader = db.configuration.readonly
      db.trace(options: .statement) { [self] event in
        guard "\(event)".contains(text) else { return }
        seen.withLock { $0.append(isReader) }
      }
    }
    return hooks
  }
}
