import TerminalUI

/// A component that is over others.
@MainActor package protocol Layer: Component {
  /// The cells that the layer takes of the screen.
  func placement(in screen: Rect) -> Rect

  /// Whether keys that the layer ignores reach the layer below; a dialog lets none through.
  var isModal: Bool { get }

  /// Where in the layer the person is, for the status line, which is not about the panes below
  /// then.
  var placeText: String { get }

  /// Called once when the layer leaves the stack, however it leaves.
  func didClose()
}

extension Layer {
  /// The whole screen but the bars, so that messages are seen.
  package func placement(in screen: Rect) -> Rect {
    screen.inset(bottom: screen.rows >= 8 ? 2 : 1)
  }
  package var isModal: Bool { true }
  package var placeText: String { "" }
  package func didClose() {}
}
