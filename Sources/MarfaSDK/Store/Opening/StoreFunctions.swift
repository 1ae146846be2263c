import GRDB
import NoteMarkup

/// The SQL functions that every connection of the store has.
enum StoreFunctions {
  /// `marfa_fold(text)`: the text folded.
  private static let fold = DatabaseFunction("marfa_fold", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(TextFold.fold)
  }

  /// `marfa_letters(text)`: the text with plain letters in place of those that the tokenizer of the
  /// word index does not fold.
  private static let letters = DatabaseFunction("marfa_letters", argumentCount: 1, pure: true) {
    String.fromDatabaseValue($0[0]).map(LetterFold.fold)
  }

  /// `marfa_forms(text)`: the text with plain letters in place of those in another form.
  private static let forms = DatabaseFunction("marfa_forms", argumentCount: 1, pure: true) {
    String.fromDatabaseValue($0[0]).map(FormFold.fold)
  }

  /// `marfa_contains(text, folded)`: whether the folded text has the second one within.
  private static let contains = DatabaseFunction(
    "marfa_contains", argumentCount: 2, pure: true
  ) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let needle = String.fromDatabaseValue(values[1])
    else { return false }
    return TextFold.contains(needle, in: TextFold.fold(text))
  }

  /// `marfa_starts(text, folded)`: whether the folded text starts with the second one.
  private static let starts = DatabaseFunction(
    "marfa_starts", argumentCount: 2, pure: true
  ) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let needle = String.fromDatabaseValue(values[1])
    else { return false }
    // Folding never makes a text more than a few times shorter.
    let head = text.prefix(needle.count * 4 + 16)
    return TextFold.fold(String(head.drop(while: \.isWhitespace))).utf8.starts(with: needle.utf8)
  }

  /// `marfa_has_word(folded, folded)`: whether a word of the text starts with the second one.
  private static let hasWord = DatabaseFunction(
    "marfa_has_word", argumentCount: 2, pure: true
  ) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let start = String.fromDatabaseValue(values[1])
    else { return false }
    return TitleInitials.hasWord(startingWith: start, in: text)
  }

  /// `marfa_tasks(text)`: 1 for an open task in the text, 2 for a done one, their sum for both.
  private static let tasks = DatabaseFunction("marfa_tasks", argumentCount: 1, pure: true) {
    values in
    guard let text = String.fromDatabaseValue(values[0]) else { return 0 }
    let scan = MarkdownScan(text)
    return (scan.openTasks > 0 ? 1 : 0) + (scan.doneTasks > 0 ? 2 : 0)
  }

  /// `marfa_has_link(text)`: whether a text has a link or an address outside code.
  private static let hasLink = DatabaseFunction("marfa_has_link", argumentCount: 1, pure: true) {
    values in
    String.fromDatabaseValue(values[0]).map { MarkdownScan.hasLink(in: $0) } ?? false
  }

  static func register(in db: Database) {
    db.add(function: fold)
    db.add(function: letters)
    db.add(function: forms)
    db.add(function: contains)
    db.add(function: starts)
    db.add(function: hasWord)
    db.add(function: tasks)
    db.add(function: hasLink)
  }
}
