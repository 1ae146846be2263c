import Editor

/// Sentences for what the editor has to say.
package enum EditorText {
  /// The sentence for a message.
  package static func sentence(for message: EditorMessage) -> String {
    switch message {
    case .patternNotFound(let pattern): "No match for \(pattern)."
    case .patternInEachLine(let pattern): "Every line matches \(pattern)."
    case .badPattern(let pattern, let reason): "Invalid pattern \(pattern): \(reason)."
    case .searchWrapped: "Search wrapped."
    case .replaced(let count): count == 1 ? "1 replacement." : "\(count) replacements."
    case .nothingToUndo: "Nothing to undo."
    case .nothingToRedo: "Nothing to redo."
    case .noMark(let letter): "No mark \(letter)."
    case .noLine(let line, let last):
      "No line \(line): the note has \(last)."
    case .backwardsLines(let first, let last):
      "Line \(first) is after line \(last): write \(last),\(first)."
    case .emptyRegister(let letter): "Register \(letter) is empty."
    case .pasteIgnored: "Paste ignored: press i to type first."
    case .yanked(let lines): "\(lines) lines yanked."
    case .deleted(let lines): lines == 1 ? "1 line deleted." : "\(lines) lines deleted."
    case .noLink: "No link here."
    case .noTask: "Headings, tables, rules and code cannot be tasks."
    case .needsModes: ":normal needs the vim preset, which is off."
    case .tooLarge: "The text would be too long; nothing was changed."
    case .tooMuchWork: "This takes too long; nothing was changed."
    case .countCut(let limit): "A count is at most \(limit); that was taken."
    case .macroTooLong: "The macro is too long; recording stopped."
    }
  }
}
