import TerminalUI

/// Asks a terminal that is in no table how wide it draws emoji of several code points.
///
/// It is asked once, over the first frame: a sample of each kind is written, hidden, at the start
/// of a row, then comes the question where the cursor is (`CSI 6 n`,
/// <https://vt100.net/docs/vt510-rm/DSR-CPR.html>), and the row is written again. The row of an
/// answer says which sample it is about. None is in the first row: an answer from there could be a
/// function key. A terminal that does not answer costs nothing, and goes on with the base of each
/// emoji.
package struct EmojiQuestion: Hashable, Sendable {
  /// A sample, and the row at whose start it is written.
  package struct Sample: Hashable, Sendable {
    /// The row, from 0.
    package let row: Int
    /// Two emoji.
    package let text: String
  }

  /// The kinds, each by two emoji of two columns.
  private static let kinds: [(sequence: EmojiSequence, text: String)] = [
    (.flag, "🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿"), (.skinTone, "👍🏽✌🏿"), (.joined, "👩‍💻👨‍👩‍👧‍👦"), (.selected, "❤️1️⃣"),
  ]
  /// The columns of a sample where the terminal agrees.
  private static let agreedColumns = 4
  /// The columns that a sample takes in the worst terminal, and some more.
  package static let columns = 0..<24

  /// The kinds by their rows; nil before anything was asked.
  private var asked: [Int: EmojiSequence]?

  /// Nothing is asked yet.
  package init() {}

  /// Whether a terminal can be asked: it has an answer, and shows nothing of the question.
  ///
  /// - Parameter environment: `TERM` is read.
  /// - Returns: Whether it can.
  package static func mayBeAsked(_ environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    return !name.isEmpty && !["linux", "vt", "dumb"].contains { name.hasPrefix($0) }
  }

  /// What is to be asked over a frame; empty when it was asked, or when the frame has no room.
  ///
  /// - Parameter surface: The frame that is shown.
  /// - Returns: The samples.
  package mutating func samples(over surface: Surface) -> [Sample] {
    guard asked == nil, surface.size.columns >= Self.columns.upperBound else { return [] }
    // What is written again leads nowhere, and is under no picture.
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

  /// What an answer says; each counts once.
  ///
  /// - Parameter cursor: Where the cursor was after a sample.
  /// - Returns: What is drawn whole in the columns that are expected; empty for nothing.
  package mutating func agreed(_ cursor: Point) -> EmojiSequence {
    guard let kind = asked?.removeValue(forKey: cursor.row) else { return [] }
    return cursor.column == Self.agreedColumns ? kind : []
  }
}
