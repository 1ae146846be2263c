import TerminalUI

/// What the editor asks of the application after an event, in order.
public enum EditorEffect: Hashable, Sendable {
  /// The text changed; sequential, each meant for the text that those before it left.
  case textChanged([TextChange])
  /// A name or tag is being typed and may be completed.
  case requestCompletion(CompletionRequest)
  /// Nothing is to be completed any more.
  case endCompletion
  /// A text goes to the system's clipboard.
  case setClipboard(String)
  /// The clipboard's text is needed; answer with `supplyClipboard(_:at:)`.
  case requestClipboard
  /// A text too long for a key is to be searched; answer with `finish(_:at:)`.
  case search(SearchJob)
  /// What is searched for is not wanted any more.
  case endSearch
  /// An event takes longer than a key may; answer with `finish(_:at:)`.
  case work(EditorWork)
  /// That work is not wanted any more.
  case endWork
  /// Something to tell the person.
  case message(EditorMessage)
  /// Escape with nothing left to step out of.
  case leave
  /// A link or tag was chosen.
  case followLink(EditorLink)
  /// The key could not do what it means.
  case bell
  /// The person asked to save (the plain preset).
  case save
  /// The key means nothing here; it is the application's.
  case unhandled(KeyEvent)
}

/// A fact that the person should know; the application finds the words.
public enum EditorMessage: Hashable, Sendable {
  /// No text matches the pattern.
  case patternNotFound(String)
  /// Each of the lines has a match, and those without were asked for.
  case patternInEachLine(String)
  /// The pattern is no regular expression, for a reason.
  case badPattern(String, reason: String)
  /// The search went on at the other end of the text.
  case searchWrapped
  /// Matches were replaced; how many.
  case replaced(Int)
  /// Nothing is left to undo, or to do again.
  case nothingToUndo, nothingToRedo
  /// A letter has no mark.
  case noMark(Character)
  /// The text has no line of this number; how many it has.
  case noLine(Int, last: Int)
  /// The first of two lines is after the second.
  case backwardsLines(Int, Int)
  /// A register holds nothing.
  case emptyRegister(Character)
  /// Text was pasted where keys are commands.
  case pasteIgnored
  /// Lines were yanked; how many.
  case yanked(lines: Int)
  /// Lines were deleted by a line of command mode; how many.
  case deleted(lines: Int)
  /// The cursor is on no link.
  case noLink
  /// The cursor's line is none that can be a task.
  case noTask
  /// A line of command mode presses keys that mean something in normal mode only.
  case needsModes
  /// What a count or command would make has no room (`Editor.mostMade`); nothing was changed.
  case tooLarge
  /// A macro, count or command takes more steps than it may; nothing was changed.
  case tooMuchWork
  /// A count was typed that is higher than counts may be; the command takes the highest.
  case countCut(to: Int)
  /// A macro is as long as it may be; its recording ended.
  case macroTooLong
}
