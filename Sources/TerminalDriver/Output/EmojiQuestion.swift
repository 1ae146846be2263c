import TerminalUI

/// Asks a terminal that is in no table how wide it draws emoji of several code points.
///
/// It asks once, over the first frame. For each kind of emoji it writes a hidden sample at the
/// start of a row, asks where the cursor is (`CSI 6 n`,
/// <https://vt100.net/docs/vt510-rm/DSR-CPR.html>), and writes the row again. The row in an answer
/// says which sample it is about. No sample is in the first row: an answer from there could be a
/// function key. A terminal that does not answer shows the base of each emoji.
package struct EmojiQuestion: Hashable, Sendable {
  /// A sample, and the row at whose start it is written.
  package struct Sample: Hashable, Sendable {
    /// The row, from 0.
    package let row: Int
    /// Two emoji.
    package let text: String
  }

  /// The kinds, each with a sample of two emoji that take two columns each.
  private static let kinds: [(sequence: EmojiSequence, text: String)] = [
    (.flag, "🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿"), (.skinTone, "👍🏽✌🏿"), (.joined, "👩‍💻👨‍👩‍👧‍👦"), (.selected, "❤️1️⃣"),
  ]
  /// The columns of a sample in a terminal that draws both emoji whole.
  private static let agreedColumns = 4
  /// The columns that are written again: more than a sample takes in any terminal.
  package static let columns = 0..<24

  /// The kinds by their rows; nil before anything was asked.
  private var asked: [Int: EmojiSequence]?

  /// Nothing is asked yet.
  package init() {}

  /// Whether a terminal can be asked: it answers, and does not show the question.
  ///
  /// - Parameter environment: `TERM` is read.
  /// - Returns: Whether it can.
  package static func mayBeAsked(_ environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return !name.isEmpty && !["linux", "vt", "dumb"].contains { name.hasPrefix($0) }
  }

  /// What to ask over a frame; empty after the first time, or when the frame has no room.
  ///
  /// - Parameter surface: The frame that is shown.
  /// - Returns: The samples.
  package mutating func samples(over surface: Surface) -> [Sample] {
    guard asked == nil, surface.size.columns >= Self.columns.upperBound else { return [] }
    // Rows with links or under pictures could not be written again as they were.
    let rows = (1..<max(1, surface.size.rows)).lazy.filter { !surface.hasHyperlinks(inRow: $0) }
      .prefix(Self.kinds.count)
    guard rows.count == Self.kinds.count, surface.pictures.isEmpty else { return [] }
    var asked: [Int: EmojiSequence] = [:]
    let samples = zip(rows, Self.kinds).map { row, kind in
      asked[row] = kind.sequence
      return Sample(row: row, text: kind.text)
    }
    self.asked = asked
    return samples
  }

  /// Takes an answer; of several about one sample the first counts.
  ///
  /// - Parameter cursor: Where the cursor was after a sample.
  /// - Returns: The kind of emoji that the terminal draws whole, in two columns; empty for none.
  package mutating func agreed(_ cursor: Point) -> EmojiSequence {
    guard let kind = asked?.removeValue(forKey: cursor.row) else { return [] }
    return cursor.column == Self.agreedColumns ? kind : []
  }
}
