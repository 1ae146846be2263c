/// A mouse report (SGR mode 1006).
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse did.
  public enum Action: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The left button moved while down.
    case drag
    /// The left button went up.
    case release
    /// The wheel turned away from or towards the person.
    case wheelUp, wheelDown
    /// The middle or right button went down.
    case middlePress, rightPress
  }

  /// What happened.
  public var action: Action
  /// The cell under the pointer.
  public var location: Point
  /// Modifier keys held.
  public var modifiers: KeyModifiers

  /// What the mouse did at a cell, and which keys were held.
  public init(_ action: Action, at location: Point, modifiers: KeyModifiers = []) {
    self.action = action
    self.location = location
    self.modifiers = modifiers
  }
}
