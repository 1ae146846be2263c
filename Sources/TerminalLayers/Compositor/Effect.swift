import NoteMarkup
import TerminalUI
import Workbench

/// What a component wants done that is not its own to do; the application carries it out after
/// the event.
@MainActor package enum Effect {
  /// Runs the command of a name.
  case run(String)
  /// Puts a layer on top.
  case push(any Layer)
  /// Takes a layer away, whatever is above it.
  case close(any Layer)
  /// Opens a note, at a line of its text, and remembers the way back.
  case open(id: String, line: Int?)
  /// Gives the keys to the note of the list that is selected.
  case enter(id: String)
  /// Goes to what a link leads to.
  case follow(LinkTarget)
  /// Shows the notes of a source, all or those that a query finds.
  case show(Source, filter: String)
  /// Creates a note with a title, for typing.
  case create(titled: String)
  /// Removes a note made a moment ago, if nothing was written into it.
  case discard(emptyNote: String)
  /// Sends keys again that waited in a component and are none of its.
  case handOn([KeyEvent])
  /// Does what only the one who made the component knows.
  case call(@MainActor () -> Void)
}
