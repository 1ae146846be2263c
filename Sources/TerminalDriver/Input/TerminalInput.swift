import TerminalUI

/// What the bytes from a terminal mean.
public enum TerminalInput: Hashable, Sendable {
  /// Something the person did.
  case event(InputEvent)
  /// The answer to the question for the background colour (OSC 11), 8 bits a component.
  case backgroundColor(red: UInt8, green: UInt8, blue: UInt8)
  /// The answer to one of the questions for pictures: the terminal shows them in this way.
  case pictures(PictureProtocol)
  /// The answer to the question where the cursor is, in a row below the first.
  case cursor(Point)
}
