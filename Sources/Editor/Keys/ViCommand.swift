/// What a key does besides moving and operating.
public enum ViCommand: String, Hashable, Sendable, CaseIterable, Codable {
  // Into insert mode.
  case insert, append, insertAtLineStart, appendAtLineEnd, openBelow, openAbove, insertAgain
  // Out of a mode, out of the note.
  case leave, leaveNote
  // Visual mode.
  case visual, visualLines, visualBlock, reselect, swapEnds, swapColumns, insertBeforeSelection,
    appendAfterSelection
  // Changes.
  case deleteCharacter, deleteCharacterBefore, substitute, substituteLine, changeToLineEnd,
    deleteToLineEnd, yankLine, replaceCharacter, replaceMode, toggleCaseCharacter, joinLines,
    joinLinesAsTheyAre, increment, decrement
  case paste, pasteBefore, undo, redo, repeatChange, repeatSubstitution, repeatSubstitutionInAll
  // Marks and macros.
  case setMark, recordMacro, playMacro
  // Notes.
  case toggleCheckbox, followLink, searchAndReplace
  // The screen.
  case scrollDown, scrollUp, cursorToTop, cursorToMiddle, cursorToBottom
  // Typing.
  case newline, indent, indentLine, outdent, deleteBackward, deleteForward, deleteWordBackward,
    deleteWordForward, deleteToLineStart, insertRegister, complete, normalOnce
  // The plain preset.
  case copy, cut, pasteClipboard, selectAll, find, findNext, findPrevious, save

  /// Whether a character follows the key.
  var takesCharacter: Bool {
    switch self {
    case .replaceCharacter, .setMark, .recordMacro, .playMacro, .insertRegister: true
    default: false
    }
  }

  /// Whether `.` does it again.
  var isRepeatable: Bool {
    switch self {
    case .insert, .append, .insertAtLineStart, .appendAtLineEnd, .openBelow, .openAbove,
      .insertAgain, .deleteCharacter, .deleteCharacterBefore, .substitute, .substituteLine,
      .changeToLineEnd, .deleteToLineEnd, .replaceCharacter, .replaceMode, .toggleCaseCharacter,
      .joinLines, .joinLinesAsTheyAre, .increment, .decrement, .paste, .pasteBefore,
      .toggleCheckbox, .insertBeforeSelection,
      .appendAfterSelection:
      true
    default: false
    }
  }
}
