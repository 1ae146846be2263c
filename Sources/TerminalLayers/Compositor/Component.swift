import Settings
import TerminalUI

/// What a component did with an event.
@MainActor package enum EventResult {
  /// The event ends here; the effects are carried out in their order once it has been dispatched.
  case consumed([Effect] = [])
  /// The event may go on to the component after it.
  case ignored

  /// Whether the event ends here.
  package var isConsumed: Bool {
    if case .consumed = self { true } else { false }
  }
}

/// A part of the screen: a pane, a popup or a prompt.
///
/// A component draws only inside its rectangle, keeps no terminal type and does no I/O while it
/// draws. It knows its `Context` and gives back effects for what is not its own to do.
@MainActor package protocol Component: AnyObject {
  /// The keymap context whose keys apply here.
  var keyContext: KeyContext { get }

  /// Whether keys are text just now, so that they come here before the keymap.
  var capturesKeys: Bool { get }

  /// Whether a key never gets to the keymap, being text here or one of the component's own.
  func takes(_ key: KeyEvent) -> Bool

  /// The actions that the key bar offers here, most useful first.
  var hints: [ActionHint] { get }

  /// The letters that it takes itself, without a command, for the help.
  var ownKeys: [ActionHint] { get }

  /// Whether a command of the keymap does something here; others are neither run by their keys nor
  /// listed in the help.
  func allows(_ command: String) -> Bool

  /// Offers an event that the keymap did not resolve (or any, while `capturesKeys`).
  func handle(_ event: InputEvent) -> EventResult

  /// Follows what changed since the last frame: cursors, heights, what is read for what will be
  /// seen.
  ///
  /// Called once before each frame, also when nothing changed; `render` then only reads.
  func update(in rect: Rect, _ frame: Frame)

  /// Draws the component; also places the cursor when it is focused.
  ///
  /// Changes and reads nothing: two calls after one `update` draw the same.
  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame)
}

extension Component {
  package var capturesKeys: Bool { false }
  package var hints: [ActionHint] { [] }
  package func allows(_ command: String) -> Bool { true }
  package var ownKeys: [ActionHint] { hints.filter { $0.keys.count == 1 } }
  package func takes(_ key: KeyEvent) -> Bool {
    guard capturesKeys, case .character = key.key else { return false }
    return key.modifiers.isEmpty
  }
  package func handle(_ event: InputEvent) -> EventResult { .ignored }
  package func update(in rect: Rect, _ frame: Frame) {}
}

/// An action as the key bar names it.
package struct ActionHint: Hashable {
  /// The command's name in the registry; empty for keys of the editor's own.
  package var command: String
  /// The keys, where no command has them.
  package var keys: String
  /// One or two words.
  package var label: String

  /// A command, whose keys are in the keymap.
  package init(_ command: String, _ label: String) {
    self.init(command: command, keys: "", label: label)
  }

  /// Keys that the editor takes.
  package init(keys: String, _ label: String) {
    self.init(command: "", keys: keys, label: label)
  }

  private init(command: String, keys: String, label: String) {
    (self.command, self.keys, self.label) = (command, keys, label)
  }
}
