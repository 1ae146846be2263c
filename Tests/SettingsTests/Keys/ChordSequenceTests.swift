import Settings
import Testing

@Suite(.timeLimit(.minutes(20))) struct ChordSequenceTests {
  @Test(arguments: [
    ("g g", "g g"), ("space f", "Space f"), ("ctrl-d", "Ctrl-d"), ("enter", "Enter"),
    ("pageup", "PgUp"), ("ctrl-pagedown", "Ctrl-PgDn"), ("é", "é"), ("G", "G"),
    ("f5 esc", "F5 Esc"),
  ])
  func `keys have the names that a keyboard shows`(text: String, name: String) throws {
    #expect(try ChordSequence(parsing: text).displayName == name)
  }
}
