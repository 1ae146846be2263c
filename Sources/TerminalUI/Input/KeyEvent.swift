/// The modifier keys held down with a key.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// The modifiers of the bits that are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The shift key, where the character does not say it already.
  public static let shift = KeyModifiers(rawValue: 1 << 0)
  /// The alt (meta) key.
  public static let alt = KeyModifiers(rawValue: 1 << 1)
  /// The control key.
  public static let control = KeyModifiers(rawValue: 1 << 2)
}

/// One press of a key.
public struct KeyEvent: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// What was held with it.
  public var modifiers: KeyModifiers

  /// A press of a key, with what was held.
  public init(_ key: Key, modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A plain character.
  public init(_ character: Character) {
    self.init(.character(character))
  }
}
