import TerminalUI

/// The macro that is being recorded, and which one was played last.
struct MacroRecorder: Sendable {
  /// The most keys of a macro.
  static let longest = 10_000

  /// The register that is recorded into; nil when none is.
  private(set) var register: Character?
  /// The register that was played last; `:` for a line of command mode.
  private(set) var lastPlayed: Character?
  private var keys: [KeyEvent] = []

  /// Begins to keep keys for a register.
  mutating func start(_ name: Character) {
    register = name
    keys = []
  }

  /// Keeps keys.
  ///
  /// - Returns: Whether they have room; otherwise nothing is kept of them.
  mutating func record(_ pressed: [KeyEvent]) -> Bool {
    guard keys.count + pressed.count <= MacroRecorder.longest else { return false }
    keys += pressed
    return true
  }

  /// Ends the recording.
  ///
  /// - Returns: The register and its keys in key notation; nil when none was recorded.
  mutating func stop() -> (register: Character, keys: String)? {
    guard let name = register else { return nil }
    defer { (register, keys) = (nil, []) }
    return (name, KeyNotation.text(keys))
  }

  /// Remembers which register is played.
  mutating func play(_ name: Character) { lastPlayed = name }
}
