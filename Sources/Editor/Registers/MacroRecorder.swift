import TerminalUI

/// The macro that is being recorded, and which one was played last.
struct MacroRecorder: Sendable {
  /// The most keys of a macro.
  static let longest = 10_000

  /// The register that is recorded into; nil when none is.
  private(set) var register: Character?
  /// The register that was played last; `:` for a line of command mode.
  private(set) var lastPlayed: Character?
  /// The keys so far but for the last few, in parts: what happens before a key is kept until it is
  /// done, so that an array is copied when one is added.
  private var parts: [[KeyEvent]] = []
  private var keys: [KeyEvent] = []
  private var count = 0

  private static let keysOfPart = 128

  /// Begins to keep keys for a register.
  mutating func start(_ name: Character) {
    (register, parts, keys, count) = (name, [], [], 0)
  }

  /// Keeps keys.
  ///
  /// - Returns: Whether they have room; otherwise nothing is kept of them.
  mutating func record(_ pressed: [KeyEvent]) -> Bool {
    guard count + pressed.count <= MacroRecorder.longest else { return false }
    count += pressed.count
    keys += pressed
    if keys.count >= MacroRecorder.keysOfPart {
      parts.append(keys)
      keys = []
    }
    return true
  }

  /// Ends the recording.
  ///
  /// - Returns: The register and its keys in key notation; nil when none was recorded.
  mutating func stop() -> (register: Character, keys: String)? {
    guard let name = register else { return nil }
    defer { (register, parts, keys, count) = (nil, [], [], 0) }
    return (name, KeyNotation.text(parts.flatMap(\.self) + keys))
  }

  /// Remembers which register is played.
  mutating func play(_ name: Character) { lastPlayed = name }
}
