import TerminalLayers
import TerminalUI

extension Command {
  /// Moving through whatever has the focus.
  static var movement: [Command] {
    [
      movement("move.down", "Go down a line", .down(1)),
      movement("move.up", "Go up a line", .up(1)),
      movement("move.half-page-down", "Go down half a screen", .halfPageDown),
      movement("move.half-page-up", "Go up half a screen", .halfPageUp),
      movement("move.page-down", "Go down a screen", .pageDown),
      movement("move.page-up", "Go up a screen", .pageUp),
      movement("move.top", "Go to the first line", .top),
      movement("move.bottom", "Go to the last line", .bottom),
      movement("move.screen-top", "Go to the top of the screen", .screenTop),
      movement("move.screen-middle", "Go to the middle of the screen", .screenMiddle),
      movement("move.screen-bottom", "Go to the bottom of the screen", .screenBottom),
    ]
  }

  private static func movement(_ name: String, _ summary: String, _ movement: Movement) -> Command {
    Command(name, summary, .move, errors: .kept) {
      ($0.focused as? any Movable)?.move(movement)
    }
  }
}
