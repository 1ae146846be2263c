import TerminalUI

/// A component with lines to move through.
@MainActor package protocol Movable: Component {
  /// Moves the selection or the view.
  func move(_ movement: Movement)
}

extension Movable {
  /// Takes an event where keys are single letters; the wheel moves.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - act: Does what a letter says, or ignores it.
  /// - Returns: What came of the event.
  package func handle(_ event: InputEvent, letters act: (Character) -> EventResult) -> EventResult {
    switch event {
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: move(.down(1))
      case .wheelUp: move(.up(1))
      default: break
      }
      return .consumed()
    case .key(let key):
      guard case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty
      else { return .ignored }
      return act(character)
    default: return .ignored
    }
  }
}

/// A component with a selected thing that can be opened.
@MainActor package protocol Selectable: Component {
  /// Does what Enter does.
  ///
  /// - Returns: What is to be done elsewhere.
  func activate() -> [Effect]
}
