import CNcurses
import Glibc
import TerminalUI

// MARK: - Drawing

extension Terminal {
  /// Bytes from which an update is worth the 16 that keep it from being seen half done; fewer reach
  /// the terminal in one piece.
  private static let synchronizedBytes = 256

  /// Shows a surface; only what differs from the one shown before is sent, in one piece.
  public func draw(_ surface: Surface) {
    guard isActive, let window = marfa_stdscr() else { return }
    let mustClear = needsClear || surface.size != lastSurface?.size
    if mustClear {
      werase(window)
      clearok(marfa_curscr(), true)
      folder.forget()
      needsClear = false
    }
    let previous = mustClear ? nil : lastSurface
    let pictures = pictures.changes(to: surface.pictures, afterClearing: mustClear)
    // Where a picture was the cells are other ones than ncurses believes.
    for row in pictures.overwrittenRows { wredrawln(window, Int32(row), 1) }
    var changed = paintRows(of: surface, since: previous, in: window)
    if painter.takeOverflow() {
      painter.forgetStyle()
      changed = paintRows(of: surface, since: nil, in: window)
      _ = painter.takeOverflow()
    }
    let hasCursorMoved = surface.cursor != previous?.cursor
    let mustUpdate =
      !changed.isEmpty || hasCursorMoved || mustClear || !pictures.overwrittenRows.isEmpty
    var bytes = pictures.before
    bytes += painted {
      if mustUpdate { update(surface, window) }
      showCursor(surface)
    }
    bytes += beyondCurses(of: surface, rows: changed)
    bytes += pictures.after
    if bytes.count >= Self.synchronizedBytes {
      bytes = Array(ModeSequences.beginUpdate.utf8) + bytes + Array(ModeSequences.endUpdate.utf8)
    }
    device.write(bytes + cursorShape(of: surface) + emojiQuestion(over: surface))
    lastSurface = surface
  }

  /// Writes the rows that changed into the window; gives their numbers.
  private func paintRows(
    of surface: Surface, since previous: Surface?, in window: UnsafeMutablePointer<WINDOW>
  ) -> [Int] {
    (0..<min(surface.size.rows, Int(getmaxy(window)))).filter { row in
      if let previous {
        if surface.hasEqualRow(row, to: previous) { return false }
        // Cells that stay as they are would go on leading where they led.
        if previous.hasHyperlinks(inRow: row) { wredrawln(window, Int32(row), 1) }
      }
      painter.paint(surface, row: row, in: window)
      return true
    }
  }

  /// What ncurses writes while something is done, made short; nothing where it cannot be caught and
  /// went straight to the terminal.
  private func painted(_ painting: () -> Void) -> [UInt8] {
    guard let capture else {
      painting()
      return []
    }
    return folder.fold(capture.bytes(of: painting))
  }

  private func update(_ surface: Surface, _ window: UnsafeMutablePointer<WINDOW>) {
    let column = min(max(0, surface.cursor.column), max(0, surface.size.columns - 1))
    let row = min(max(0, surface.cursor.row), max(0, surface.size.rows - 1))
    wmove(window, Int32(row), Int32(column))
    wnoutrefresh(window)
    doupdate()
  }

  /// Shows or hides the cursor; its place is always set.
  private func showCursor(_ surface: Surface) {
    guard surface.isCursorVisible != isCursorShown else { return }
    isCursorShown = surface.isCursorVisible
    curs_set(surface.isCursorVisible ? 1 : 0)
    // curs_set leaves its bytes in ncurses' buffer.
    doupdate()
  }

  private func cursorShape(of surface: Surface) -> [UInt8] {
    guard surface.isCursorVisible, surface.cursorShape != shownCursorShape else { return [] }
    shownCursorShape = surface.cursorShape
    return Array(ModeSequences.cursor(surface.cursorShape).utf8)
  }

  // MARK: - What ncurses has no cells for

  /// Writes the linked parts of rows once more, as links, and emoji of several code points that the
  /// terminal draws whole, and puts everything back.
  ///
  /// ncurses has no cells that lead anywhere, and none for more than five code points. The texts
  /// and the addresses are made of what the surface holds, in which there are no controls.
  func beyondCurses(of surface: Surface, rows: [Int]) -> [UInt8] {
    var text = ""
    for row in rows {
      text += emoji(of: surface, row: row)
      for (columns, link) in surface.hyperlinks(inRow: row) {
        text += ModeSequences.move(toColumn: columns.lowerBound, row: row)
        text += ModeSequences.hyperlink(link.address)
        text += painter.sequence(of: surface, row: row, columns: columns)
        text += ModeSequences.hyperlink("")
      }
    }
    guard !text.isEmpty else { return [] }
    return Array((ModeSequences.saveCursor + text + ModeSequences.restoreCursor).utf8)
  }

  private func emoji(of surface: Surface, row: Int) -> String {
    guard !painter.emoji.isEmpty else { return "" }
    var text = ""
    for found in surface.emojiSequences(inRow: row)
    where painter.emoji.isSuperset(of: found.sequence) {
      text += ModeSequences.move(toColumn: found.columns.lowerBound, row: row)
      text += painter.sequence(of: surface, row: row, columns: found.columns)
    }
    return text
  }

  /// Takes the terminal's size over; says whether it changed.
  @discardableResult
  func adoptSize() -> Bool {
    let present = device.size
    guard
      present != size || Int(getmaxy(marfa_stdscr())) != present.rows
        || Int(getmaxx(marfa_stdscr())) != present.columns
    else { return false }
    size = present
    resizeterm(Int32(present.rows), Int32(present.columns))
    needsClear = true
    return true
  }
}
