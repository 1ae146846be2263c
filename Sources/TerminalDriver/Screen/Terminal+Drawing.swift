import CNcurses
import Glibc
import TerminalUI

// MARK: - Drawing

extension Terminal {
  /// Rows from which an update is worth the 16 bytes that keep it from being seen half done.
  private static let synchronizedRows = 3

  /// Shows a surface; only what differs from the one shown before is sent.
  public func draw(_ surface: Surface) {
    guard isActive, !isStopped, let window = marfa_stdscr() else { return }
    let mustClear = needsClear || surface.size != lastSurface?.size
    if mustClear {
      werase(window)
      clearok(marfa_curscr(), true)
      needsClear = false
    }
    let previous = mustClear ? nil : lastSurface
    var changed = paintRows(of: surface, since: previous, in: window)
    if painter.takeOverflow() {
      painter.forgetStyle()
      changed = paintRows(of: surface, since: nil, in: window)
      _ = painter.takeOverflow()
    }
    let hasCursorMoved = surface.cursor != previous?.cursor
    if changed > 0 || hasCursorMoved || mustClear { update(surface, changed, window) }
    showCursor(surface)
    lastSurface = surface
  }

  private func paintRows(
    of surface: Surface, since previous: Surface?, in window: UnsafeMutablePointer<WINDOW>
  ) -> Int {
    var changed = 0
    for row in 0..<min(surface.size.rows, Int(getmaxy(window))) {
      if let previous, surface.hasEqualRow(row, to: previous) { continue }
      painter.paint(surface, row: row, in: window)
      changed += 1
    }
    return changed
  }

  private func update(_ surface: Surface, _ changed: Int, _ window: UnsafeMutablePointer<WINDOW>) {
    let isSynchronized = changed >= Self.synchronizedRows
    let column = min(max(0, surface.cursor.column), max(0, surface.size.columns - 1))
    let row = min(max(0, surface.cursor.row), max(0, surface.size.rows - 1))
    wmove(window, Int32(row), Int32(column))
    wnoutrefresh(window)
    if isSynchronized { device.write(ModeSequences.beginUpdate) }
    doupdate()
    if isSynchronized { device.write(ModeSequences.endUpdate) }
  }

  /// Shows or hides the cursor and gives it its form; its place is always set.
  private func showCursor(_ surface: Surface) {
    if surface.isCursorVisible != isCursorShown {
      isCursorShown = surface.isCursorVisible
      curs_set(surface.isCursorVisible ? 1 : 0)
      // curs_set leaves its bytes in ncurses' buffer.
      doupdate()
    }
    if surface.isCursorVisible, surface.cursorShape != shownCursorShape {
      shownCursorShape = surface.cursorShape
      device.write(ModeSequences.cursor(surface.cursorShape))
    }
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
