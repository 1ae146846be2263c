import Editor
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RandomKeysTests {
  private static let keys: [String] =
    [
      "i", "a", "o", "O", "A", "I", "v", "V", "d", "c", "y", ">", "<lt>", "~", "gu", "gU", "J", "x",
      "X", "s", "S", "r",
      "R", "p", "P", "D", "C", "Y", "u", "<c-r>", ".", "h", "j", "k", "l", "w", "b", "e", "ge", "W",
      "B", "E", "0", "^",
      "$", "f", "F", "t", "T", ";", ",", "{", "}", "(", ")", "%", "gg", "G", "H", "M", "L", "*",
      "#", "n", "N", "gj",
      "gk", "m", "'", "`", "iw", "aw", "is", "ap", "i\"", "a(", "ih", "al", "ic", "ak", "\"a",
      "\"A", "\"_", "\"+", "q",
      "@", "@@", "gx", "gf", "/", "?", "<cr>", "<cr>", "<bs>", "<tab>", "<s-tab>", "<del>", "<c-w>",
      "<c-u>", "<c-d>",
      "<c-f>", "<c-b>", "<c-e>", "<c-y>", "zt", "zz", "zb", "gv", "gi", "g/", "1", "2", "3", "0",
      "漢", "-", " ", "[",
      "#", "é", "<up>", "<down>", "<left>", "<right>", "<home>", "<end>", "]]", "[[", "<c-n>",
      "<a-r>", "<c-space>", "<c-v>", "<c-v>", "<c-o>", "gq", "gqip",
    ] + Array(repeating: "<esc>", count: 20)

  @Test(arguments: 0..<40)
  func `random keys keep the invariants, and undo brings every text back`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let text = random.text(pieces: 40)
    var driver = EditorDriver(text.replacing("▌", with: ""))
    driver.editor.fit(Size(columns: 10, rows: 5))
    var pressed = ""
    var shadow = TextBuffer(text)

    for step in 0..<120 {
      let key = Self.keys.randomElement(using: &random) ?? "x"
      pressed += key
      driver.effects = []
      driver.press(key)
      if step % 17 == 3 { driver.paste("p\nq") }
      if driver.effects.contains(.requestClipboard) {
        driver.effects += driver.editor.supplyClipboard("clip", at: driver.time)
      }
      for case .textChanged(let changes) in driver.effects { changes.forEach { shadow.apply($0) } }
      expectInvariants(driver.editor, "seed \(seed), \(pressed)", isDrawing: step % 10 == 0)
      if driver.editor.buffer.byteCount > 3_000 { break }
    }
    let final = driver.editor.text

    #expect(shadow.text == final, "the effects tell every change: seed \(seed), \(pressed)")

    driver.press("<esc><esc><esc>")
    let settled = driver.editor.text
    let steps = driver.undoAll()

    #expect(driver.editor.text == text, "undo: seed \(seed), \(pressed)")

    if steps > 0 { driver.press("\(steps)<c-r>") }

    #expect(driver.editor.text == settled, "redo: seed \(seed), \(pressed)")
  }

  @Test(arguments: 0..<20)
  func `the plain preset keeps the invariants`(seed: Int) {
    let keys = [
      "a", "b", " ", "\n", "<cr>", "<bs>", "<del>", "<tab>", "<s-tab>", "<left>", "<right>", "<up>",
      "<down>", "<home>",
      "<end>", "<c-left>", "<c-right>", "<s-left>", "<s-right>", "<s-up>", "<s-down>",
      "<c-s-right>", "<c-a>", "<c-c>",
      "<c-x>", "<c-v>", "<c-z>", "<c-y>", "<c-f>", "<c-s>", "<esc>", "<f3>", "<c-r>", "y", "n",
      "<pageup>", "<pagedown>",
      "<c-home>", "<c-end>", "<s-end>", "-", "[", "#", "漢", "<c-bs>", "<c-del>", "<c-space>",
    ]
    var random = SplitMix64(seed: UInt64(seed) + 1000)
    let text = random.text(pieces: 30)
    var driver = EditorDriver(text, options: EditorOptions(preset: .plain))
    driver.editor.fit(Size(columns: 10, rows: 5))
    var pressed = ""

    for step in 0..<150 {
      let key = keys.randomElement(using: &random) ?? "a"
      pressed += key
      driver.effects = []
      driver.press(key)
      if driver.effects.contains(.requestClipboard) {
        driver.effects += driver.editor.supplyClipboard("c\nd", at: driver.time)
      }
      expectInvariants(driver.editor, "seed \(seed), \(pressed)", isDrawing: step % 10 == 0)
    }
    driver.press("<esc><esc><esc>")
    for _ in 0..<400 { driver.press("<c-z>") }

    #expect(driver.editor.text == text, "undo: seed \(seed), \(pressed)")
  }
}
