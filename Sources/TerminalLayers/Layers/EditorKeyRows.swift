import Editor
import Settings
import TerminalUI

/// The rows of the box that shows what may follow an unfinished command of the editor.
package enum EditorKeyRows {
  /// What follows an operator fills several boxes; what people use most comes first then.
  private static let common = Array("webia$0^ftp{}/%nGjkhl")

  /// Groups of at least this many keys take one row where there are many rows.
  private static let leastGroup = 3

  /// More rows than this are grouped and put in the order of use.
  private static let mostAsTheyAre = 26

  /// The rows of some hints.
  ///
  /// - Parameter hints: What may follow, in the editor's order.
  /// - Returns: Keys as they are written everywhere in the application, with what they do.
  package static func rows(of hints: [KeyHint]) -> [(key: String, label: String)] {
    let rows = hints.map { (keys: KeyNotation.keys($0.keys), label: $0.summary) }
    guard rows.count > mostAsTheyAre, let first = rows.first else { return rows.map(shown) }
    // The operator's own key stays where it is.
    let grouped = grouped(Array(rows.dropFirst()))
    let sorted = grouped.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    return [shown(first)] + sorted.map { shown($0.element) }
  }

  private typealias Row = (keys: [KeyEvent], label: String)

  /// One row for all that begins with a key and goes on, as the text objects after `i`.
  private static func grouped(_ rows: [Row]) -> [Row] {
    let groups = Dictionary(grouping: rows.filter { $0.keys.count > 1 }) { $0.keys[0] }
      .filter { $0.value.count >= leastGroup }
    var seen: Set<KeyEvent> = []
    return rows.compactMap { row in
      guard row.keys.count > 1, let key = row.keys.first, let group = groups[key] else {
        return row
      }
      guard seen.insert(key).inserted else { return nil }
      let words = Set(group.map { $0.label.prefix { $0 != " " } })
      let word = words.count == 1 ? words.first.map { "\($0) …" } : nil
      return ([key], word ?? "more …")
    }
  }

  private static func rank(_ row: Row) -> Int {
    guard let first = row.keys.first, case .character(let character) = first.key,
      first.modifiers.isEmpty
    else { return common.count + 1 }
    return common.firstIndex(of: character) ?? common.count
  }

  private static func shown(_ row: Row) -> (key: String, label: String) {
    (row.keys.map { KeyChord($0).description }.joined(separator: " "), row.label)
  }
}
