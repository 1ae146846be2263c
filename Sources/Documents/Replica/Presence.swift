/// What an actor tells the others about itself: its caret, its name, its colour.
///
/// Inside an update; a key that is set is replaced as a whole.
///
/// ```swift
/// try mine.update { _, presence in presence.set(["name": "Ana"], history: .recorded) }
/// ```
public final class Presence {
  private(set) var values: [String: String]
  private(set) var isChanged = false
  /// Former values of keys whose last write asked for history; nil where there was none.
  private(set) var former: [String: String?] = [:]
  private let original: [String: String]

  init(_ values: [String: String]) {
    self.values = values
    original = values
  }

  /// Sets some keys; the others stay.
  ///
  /// - Parameters:
  ///   - values: The new values.
  ///   - history: Whether undo restores the former values; the last write to a key decides.
  public func set(_ values: [String: String], history: PresenceHistory = .ignored) {
    isChanged = true
    for (key, value) in values {
      self.values[key] = value
      former[key] = history == .recorded ? .some(original[key]) : nil
      if history == .ignored { former.removeValue(forKey: key) }
    }
  }

  /// The value of a key, or nil.
  public func get(_ key: String) -> String? { values[key] }

  func restore(_ values: [String: String?]) {
    isChanged = true
    for (key, value) in values {
      former[key] = .some(self.values[key])
      self.values[key] = value
    }
  }
}

/// Whether undo restores a presence.
public enum PresenceHistory: Sendable {
  case ignored, recorded
}
