import Editor

/// Sentences for what the editor has to say.
package enum EditorText {
  /// The sentence for a message.
  package static func sentence(for message: EditorMessage) -> String {
    switch message {
    case .patternNotFound(let pattern): "No match for \(pattern)."
    case .patternInEachLine(let pattern): "Each line has \(pattern)."
    case .badPattern(let pattern, let reason): "\(pattern) is no pattern: \(reason)."
    case .searchWrapped: "Search wrapped."
    case .replaced(let count): count == 1 ? "1 replacement." : "\(count) replacements."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .noMark(let letter): "There is no mark \(letter)."
    case .noLine(let line, let last):
      "There is no line \(line): the note has \(last)."
    case .backwardsLines(let first, let last):
      "Line \(first) is after line \(last): write \(last),\(first)."
    case .emptyRegister(let letter): "The register \(letter) is empty."
    case .pasteIgnored: "Paste ignored: press i to type first."
    case .yanked(let lines): "\(lines) lines yanked."
    case .deleted(let lines): lines == 1 ? "1 line deleted." : "\(lines) lines deleted."
    case .noLink: "There is no link here."
    case .noTask: "Headings, tables, rules and code take no box."
    case .needsModes: "normal presses keys of the vim preset, which is off."
    case .tooLarge:
      "That would be more than \(Editor.mostText >> 20) MB of text; nothing was changed."
    case .tooMuchWork: "That takes too long; nothing was changed."
    case .macroTooLong: "The macro is as long as it may be; its recording ended."
    }
  }
}
