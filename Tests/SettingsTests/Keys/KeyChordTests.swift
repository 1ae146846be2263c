import Settings
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct KeyChordTests {
  @Test(arguments: [
    ("g", KeyEvent("g")), ("G", KeyEvent("G")), ("?", KeyEvent("?")), ("-", KeyEvent("-")),
    ("space", KeyEvent(" ")), ("ctrl-w", KeyEvent(.character("w"), modifiers: .control)),
    ("alt-o", KeyEvent(.character("o"), modifiers: .alt)),
    ("shift-tab", KeyEvent(.tab, modifiers: .shift)), ("f12", KeyEvent(.function(12))),
    ("ctrl-space", KeyEvent(.character(" "), modifiers: .control)),
    ("ctrl-alt-del", KeyEvent(.delete, modifiers: [.control, .alt])),
    ("alt-minus", KeyEvent(.character("-"), modifiers: .alt)), ("é", KeyEvent("é")),
    ("esc", KeyEvent(.escape)), ("pageup", KeyEvent(.pageUp)), ("f", KeyEvent("f")),
  ])
  func `a chord is read and written the same`(text: String, event: KeyEvent) {
    let chord = KeyChord(parsing: text)

    #expect(chord?.event == event)
    #expect(chord?.description == text)
  }

  @Test(arguments: [
    ("C-w", "ctrl-w"), ("S-tab", "shift-tab"), ("M-x", "alt-x"), ("ctrl-W", "ctrl-w"),
    ("shift-a", "A"), ("escape", "esc"), ("PageUp", "pageup"), ("return", "enter"),
    ("minus", "-"), ("ctrl--", "ctrl-minus"), ("Ctrl-k", "ctrl-k"), ("Alt-x", "alt-x"),
    ("Shift-Tab", "shift-tab"), ("PgDn", "pagedown"), ("PgUp", "pageup"), ("F5", "f5"),
  ])
  func `another spelling means the same key`(text: String, canonical: String) {
    #expect(KeyChord(parsing: text)?.description == canonical)
  }

  @Test(arguments: ["", "ctrl-", "hyper-x", "f0", "f36", "ab", "ctrl-ctrl-x", "ctrl-nokey", " "])
  func `a text that is no key is refused`(text: String) {
    #expect(KeyChord(parsing: text) == nil)
  }

  @Test func `a terminal's shift with a letter changes nothing`() {
    let plain = KeyChord(KeyEvent("G"))
    let shifted = KeyChord(KeyEvent(.character("g"), modifiers: .shift))

    #expect(plain == shifted)
  }

  @Test(arguments: [("ctrl-i", "tab"), ("ctrl-m", "enter"), ("ctrl-[", "esc")])
  func `a chord that is one byte with another names its twin`(text: String, twin: String) {
    #expect(KeyChord(parsing: text)?.twin?.description == twin)
  }
}
