import Foundation
import NoteFiles
import TerminalLayers
import TerminalUI

/// How the notes stand with their server: a few words at the right end of the status line, which no
/// message hides.
package struct SyncCells {
  /// One fact.
  package struct Cell: Hashable {
    /// A few words.
    package var text: String
    /// Its place in a theme.
    package var scope: String
  }

  /// The facts, in the order in which they are shown.
  package let cells: [Cell]
  private static let separator = " · "

  /// Chooses words for a line.
  ///
  /// - Parameters:
  ///   - status: The facts.
  ///   - unsaved: What is not stored on this machine either; empty for nothing.
  ///   - now: The time.
  ///   - columns: The width of the line, of which they take three fifths at most.
  ///   - glyphs: The signs for the narrow form.
  package init(
    _ status: SyncStatus, unsaved: String, now: Date, columns: Int, glyphs: GlyphSet
  ) {
    let words = Self.words(status, unsaved, age: status.age(at: now))
    let next = status.reconnectsIn(at: now).map {
      [Cell(text: "reconnecting in \($0)", scope: "sync.offline")]
    }
    let signs = Self.signs(status, unsaved, glyphs)
    let forms = [words + (next ?? []), words, Self.words(status, unsaved, age: nil)]
    cells = forms.first { Self.columns(of: $0) <= columns * 3 / 5 } ?? signs
  }

  /// The columns that they take.
  var columns: Int { Self.columns(of: cells) }

  private static func columns(of cells: [Cell]) -> Int {
    cells.reduce(0) { $0 + TextWidth.columns(of: $1.text) }
      + max(0, cells.count - 1) * separator.count
  }

  /// Draws them to the right end of a line.
  ///
  /// - Returns: The column where they begin.
  @MainActor @discardableResult
  func render(in rect: Rect, on surface: inout Surface, _ frame: Frame) -> Int {
    let line = frame.style("ui.statusline")
    let start = max(rect.minColumn, rect.maxColumn - 1 - columns)
    var column = start
    for (index, cell) in cells.enumerated() {
      if index > 0 {
        column = surface.draw(
          Self.separator, at: Point(column: column, row: rect.minRow), clip: rect, style: line)
      }
      column = surface.draw(
        cell.text, at: Point(column: column, row: rect.minRow), clip: rect,
        style: frame.style(cell.scope, on: line))
    }
    return start
  }
}

// MARK: - The forms

extension SyncCells {
  private static func words(
    _ status: SyncStatus, _ unsaved: String, age: String?
  ) -> [Cell] {
    var cells = first(status, unsaved)
    if status.isServerFull { cells.append(Cell(text: ServerRoom.word, scope: "sync.error")) }
    if status.isAllOnServer, unsaved.isEmpty {
      cells.append(Cell(text: "all on server", scope: "sync.live"))
    }
    if status.pending > 0 {
      let age = age.map { " " + $0 } ?? ""
      cells.append(Cell(text: "\(status.pending) pending\(age)", scope: "sync.pending"))
    }
    if status.pending > 0, status.stuck > 0 {
      cells.append(Cell(text: "\(status.stuck) stuck", scope: "sync.error"))
    }
    let (failed, paused) = (status.failedUploads, status.pausedUploads)
    let going = status.uploads - failed - paused
    if going > 0 {
      cells.append(
        Cell(text: "\(going) \(uploads(going))\(percent(status))", scope: "sync.pending"))
    }
    if paused > 0 { cells.append(Cell(text: "\(paused) paused", scope: "sync.pending")) }
    if failed > 0 {
      cells.append(Cell(text: "\(failed) \(uploads(failed)) failed", scope: "sync.error"))
    }
    if status.conflicts > 0 {
      let word = status.conflicts == 1 ? "conflict" : "conflicts"
      cells.append(Cell(text: "\(status.conflicts) \(word)", scope: "sync.error"))
    }
    if status.refused > 0 {
      cells.append(Cell(text: "\(status.refused) refused", scope: "sync.error"))
    }
    if status.setBack > 0 { cells.append(Cell(text: "server set back", scope: "sync.error")) }
    if status.removals > 0 {
      cells.append(Cell(text: "\(status.removals) missing there", scope: "sync.error"))
    }
    return cells
  }

  private static func uploads(_ count: Int) -> String { count == 1 ? "upload" : "uploads" }

  private static func signs(
    _ status: SyncStatus, _ unsaved: String, _ glyphs: GlyphSet
  ) -> [Cell] {
    var cells = first(status, unsaved)
    if status.isServerFull { cells.append(Cell(text: "full", scope: "sync.error")) }
    let counts = [
      (status.pending, glyphs.unsynced, "sync.pending"),
      (status.uploads, glyphs.uploading, "sync.pending"),
      (status.conflicts, glyphs.conflict, "sync.error"),
      (status.refused, glyphs.refused, "sync.error"),
    ]
    for (count, sign, scope) in counts where count > 0 {
      let share = sign == glyphs.uploading ? percent(status) : ""
      cells.append(Cell(text: "\(sign)\(count)\(share)", scope: scope))
    }
    return cells
  }

  /// How far the uploads are, always of the same width; empty while none goes on.
  private static func percent(_ status: SyncStatus) -> String {
    guard let percent = status.uploadPercent else { return "" }
    return percent < 10 ? "  \(percent)%" : " \(percent)%"
  }

  /// What is not stored here, then the word for the connection.
  private static func first(_ status: SyncStatus, _ unsaved: String) -> [Cell] {
    let local = unsaved.isEmpty ? [] : [Cell(text: unsaved, scope: "ui.text")]
    let received = status.received.map { " " + $0.words } ?? ""
    return local + [
      Cell(text: status.connection.word + received, scope: status.connection.scope)
    ]
  }
}
