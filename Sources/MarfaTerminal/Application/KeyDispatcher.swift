import Settings
import TerminalUI

/// Resolves keys to commands, remembering the keys of a sequence that is not complete.
package struct KeyDispatcher {
  /// What a key means.
  package enum Resolution: Equatable {
    /// A command, by name.
    case command(String)
    /// One of these keys is awaited.
    case pending([Keymap.Continuation])
    /// The keys mean nothing to the keymap; they belong to the focused component, in order.
    case unresolved([KeyEvent])
  }

  /// The keys of the sequence so far.
  package private(set) var pending: [KeyEvent] = []

  package init() {}

  /// Forgets the keys so far.
  ///
  /// - Returns: Whether there were any.
  package mutating func reset() -> Bool {
    defer { pending = [] }
    return !pending.isEmpty
  }

  /// Adds a key to the sequence and resolves it in the given context.
  package mutating func resolve(
    _ key: KeyEvent, in context: KeyContext, keymap: Keymap
  ) -> Resolution {
    let keys = pending + [key]
    pending = []
    switch keymap.lookup(context, pending: keys.dropLast().map(KeyChord.init), KeyChord(key)) {
    case .command(let name): return .command(name)
    case .pending(let continuations):
      pending = keys
      return .pending(continuations)
    case .none: return .unresolved(keys)
    }
  }
}
