import MarfaSDK
import NoteFiles
import TerminalUI

/// A bar of a fixed width: what is done in eighths of a cell, what is on its way, and the rest.
package struct ProgressBar: Hashable {
  /// How much is done, in any unit.
  var done: Int64
  /// How much is done or on its way; `done` at least.
  var ahead: Int64
  /// All of it.
  var total: Int64

  /// A bar; nothing is on its way where that is not said.
  package init(_ done: Int64, ahead: Int64 = 0, of total: Int64) {
    self.total = max(1, total)
    self.done = min(max(0, done), self.total)
    self.ahead = min(max(ahead, self.done), self.total)
  }

  /// The bar with its ends.
  ///
  /// - Parameters:
  ///   - columns: The cells between the ends.
  ///   - glyphs: The signs.
  /// - Returns: A text of two columns more; full only when all is done.
  package func text(columns: Int, glyphs: GlyphSet) -> String {
    let eighths = Int(Double(columns * 8) * (Double(done) / Double(total)))
    var bar = String(repeating: glyphs.barFull, count: eighths / 8)
    if eighths % 8 > 0, !glyphs.barEighths.isEmpty {
      bar.append(glyphs.barEighths[eighths % 8 - 1])
    }
    let reached = Int(Double(columns) * (Double(ahead) / Double(total)))
    bar += String(repeating: glyphs.barAhead, count: max(0, reached - bar.count))
    bar += String(repeating: glyphs.barEmpty, count: columns - bar.count)
    return "\(glyphs.barStart)\(bar)\(glyphs.barEnd)"
  }
}

/// Paces and times in a few columns.
package enum PaceWords {
  /// Bytes a second, as `11 MB/s`; a dash while not known.
  package static func rate(_ rate: Double?) -> String {
    rate.map { bytes(Int64($0)) + "/s" } ?? "–"
  }

  /// A size in at most seven columns.
  package static func bytes(_ count: Int64) -> String {
    count < 1000 ? "\(count) B" : ByteWords.size(count)
  }

  /// A time in at most five columns, as `44s`, `12m` or `3h05m`; a dash while not known.
  package static func time(_ seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds < 360_000 else { return "–" }
    let whole = Int(seconds.rounded(.up))
    if whole < 100 { return "\(whole)s" }
    if whole < 6_000 { return "\(whole / 60)m" }
    return "\(whole / 3600)h\(whole % 3600 / 600)\(whole % 600 / 60)m"
  }
}
