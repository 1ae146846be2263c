import TerminalUI

/// The escape sequences that ncurses does not know: modes to set and to reset.
///
/// Terminals ignore private modes they do not have. Source:
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
///
/// - `CSI ? 2004 h`: bracketed paste. `CSI ? 1004 h`: focus reports.
/// - `CSI ? 1002 h`, `CSI ? 1006 h`: mouse buttons and drags, in SGR form.
/// - `CSI ? 2026 h`: a synchronised update, shown whole at its `l`.
/// - `CSI Ps SP q`: the cursor's form (DECSCUSR). `OSC 0/2`: the title.
/// - `CSI 22 ; 2 t`, `CSI 23 ; 2 t`: save and restore the title.
/// - `ESC 7`, `ESC 8`: save and restore the cursor with its rendition (DECSC, DECRC).
/// - `CSI 8 m`: hidden text. `CSI 6 n`: ask where the cursor is.
/// - `OSC 8 ; ; address`: what follows leads there; without an address, nowhere.
/// - `OSC 52 ; c ; base64`: the clipboard. `OSC 11 ; ?`: ask for the background.
enum ModeSequences {
  static let beginUpdate = "\u{1b}[?2026h"
  static let endUpdate = "\u{1b}[?2026l"
  static let saveCursor = "\u{1b}7"
  static let restoreCursor = "\u{1b}8"
  static let hidden = "\u{1b}[8m"
  static let askCursor = "\u{1b}[6n"
  static let askBackground = "\u{1b}]11;?\u{1b}\\"

  /// What is written after ncurses has taken the screen.
  static func enter(isMouseEnabled: Bool, isTitleEnabled: Bool) -> String {
    "\u{1b}[?2004h\u{1b}[?1004h" + (isTitleEnabled ? "\u{1b}[22;2t" : "")
      + (isMouseEnabled ? mouse(true) : "")
  }

  /// What is written before ncurses gives the screen back; repeats do no harm.
  static func leave(isMouseEnabled: Bool, isTitleEnabled: Bool) -> String {
    "\u{1b}[?2026l" + (isMouseEnabled ? mouse(false) : "") + "\u{1b}[?1004l\u{1b}[?2004l"
      + "\u{1b}[0 q" + (isTitleEnabled ? "\u{1b}[23;2t" : "")
  }

  /// What gives the terminal back after a crash, without ncurses: `leave`, the palette (OSC 104)
  /// if it was set, plain attributes, a visible cursor, the normal screen.
  static func restore(
    isMouseEnabled: Bool, isTitleEnabled: Bool, isPaletteSet: Bool
  ) -> String {
    // CAN ends whatever sequence was cut off.
    "\u{18}" + leave(isMouseEnabled: isMouseEnabled, isTitleEnabled: isTitleEnabled)
      + (isPaletteSet ? "\u{1b}]104\u{1b}\\" : "")
      + "\u{1b}[m\u{1b}(B\u{1b}[?1l\u{1b}>\u{1b}[?25h\u{1b}[?1049l\r"
  }

  /// What resets the modes that a program may have left: all that moves no cursor, and the second
  /// screen (`CSI ? 1047 l`, which does nothing on the first one).
  static let afterProgram =
    "\u{18}\u{1b}[?2026l" + mouse(false) + "\u{1b}[?1003l\u{1b}[?1004l\u{1b}[?2004l\u{1b}[0 q"
    + "\u{1b}[m\u{1b}(B\u{1b}[?1l\u{1b}>\u{1b}[?25h\u{1b}[?1047l\r"

  static func mouse(_ isOn: Bool) -> String {
    isOn ? "\u{1b}[?1002h\u{1b}[?1006h" : "\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?1000l"
  }

  static func cursor(_ shape: CursorShape) -> String {
    switch shape {
    case .terminalDefault: "\u{1b}[0 q"
    case .block: "\u{1b}[2 q"
    case .underline: "\u{1b}[4 q"
    case .bar: "\u{1b}[6 q"
    }
  }

  /// Sets the title to a text in which nothing can end the sequence.
  static func title(_ text: String) -> String {
    "\u{1b}]2;" + TextWidth.visible(text).prefix(200) + "\u{1b}\\"
  }

  /// Places the cursor, counted from 0.
  static func move(toColumn column: Int, row: Int) -> String {
    "\u{1b}[\(row + 1);\(column + 1)H"
  }

  /// Begins a link to an address of printable ASCII, or ends it.
  static func hyperlink(_ address: String) -> String { "\u{1b}]8;;" + address + "\u{1b}\\" }

  static func clipboard(base64: String) -> String { "\u{1b}]52;c;" + base64 + "\u{1b}\\" }
}
