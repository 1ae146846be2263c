import Settings
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct KeymapReaderTests {
  private func read(_ text: String) -> (keymap: Keymap, remarks: [String]) {
    let (keymap, diagnostics) = KeymapReader.read(text, file: "keys.yaml", preset: .vim)
    return (keymap, diagnostics.map(\.description))
  }

  private func command(
    _ keys: String, in context: KeyContext, of keymap: Keymap
  ) throws -> Keymap.Lookup {
    let chords = try ChordSequence(parsing: keys).chords
    return keymap.lookup(context, pending: Array(chords.dropLast()), try #require(chords.last))
  }

  @Test func `an empty file leaves the preset`() {
    let (keymap, remarks) = read("")

    #expect(keymap == DefaultKeymap.keymap(for: .vim))
    #expect(remarks == [])
  }

  @Test func `commands of the person's own can be bound, above them too`() throws {
    let (keymap, remarks) = read(
      """
      list: {W: run.words, X: run.slides}
      commands:
        words: wc -w
        slides: {run: show it, summary: Show as slides, output: terminal}
      """)

    #expect(remarks == [])
    #expect(try command("W", in: .list, of: keymap) == .command("run.words"))
    #expect(
      keymap.customCommands == [
        CustomCommand(name: "words", shell: "wc -w"),
        CustomCommand(
          name: "slides", shell: "show it", summary: "Show as slides", output: .terminal),
      ])
  }

  @Test func `a mistake in a command is reported, and the others stay`() {
    let (keymap, remarks) = read(
      """
      list: {W: run.word}
      commands:
        a b: x
        empty:
        words: {run: wc, output: nowhere, sumary: x}
      """)

    #expect(
      remarks == [
        "keys.yaml:1:11: error: unknown command 'run.word'; did you mean 'run.words'?",
        "keys.yaml:3:3: error: 'a b' is not a name: letters, digits and dashes",
        "keys.yaml:4:3: error: 'empty' needs 'run: shell command'",
        "keys.yaml:5:28: error: 'output' is one of popup, terminal, none",
        "keys.yaml:5:37: warning: unknown entry 'sumary'; did you mean 'summary'?",
      ])
    #expect(keymap.customCommands == [CustomCommand(name: "words", shell: "wc")])
  }

  @Test func `a key that is named twice hides nothing else that is wrong`() throws {
    let text = "list:\n  x: note.trash\n  x: note.new\n  y: note.trush\nlisst:\n  x: note.trash"

    let (keymap, remarks) = read(text)

    #expect(
      remarks == [
        "keys.yaml:3:3: error: the key 'x' is already in line 2; this one is ignored",
        "keys.yaml:4:6: error: unknown command 'note.trush'; did you mean 'note.trash'?",
        "keys.yaml:5:1: warning: unknown context 'lisst'; did you mean 'list'?",
      ])
    #expect(try command("x", in: .list, of: keymap) == .command("note.trash"))
  }

  @Test func `keys are bound, rebound and freed`() throws {
    let text = """
      list:
        ctrl-n: note.new
        space n n: note.new
        x: note.archive
        "#": go.inbox
        q: unbind
      """

    let (keymap, remarks) = read(text)

    #expect(remarks == [])
    #expect(try command("ctrl-n", in: .list, of: keymap) == .command("note.new"))
    #expect(try command("space n n", in: .list, of: keymap) == .command("note.new"))
    #expect(try command("x", in: .list, of: keymap) == .command("note.archive"))
    #expect(try command("#", in: .list, of: keymap) == .command("go.inbox"))
    #expect(try command("q", in: .list, of: keymap) == .none)
    #expect(try command("q", in: .note, of: keymap) == .command("app.close"))
    #expect(try command("space f", in: .list, of: keymap) == .command("go.anywhere"))
  }

  @Test(arguments: [
    (
      "list:\n  x: note.trush",
      "keys.yaml:2:6: error: unknown command 'note.trush'; did you mean 'note.trash'?"
    ),
    (
      "lisst:\n  x: note.trash",
      "keys.yaml:1:1: warning: unknown context 'lisst'; did you mean 'list'?"
    ),
    ("list:\n  hyper-x: note.trash", "keys.yaml:2:3: error: 'hyper-x' is not a key"),
    ("list:\n  \"\": note.trash", "keys.yaml:2:3: error: an empty text is not a key"),
    (
      "list:\n  ctrl-a: note.trash\n  C-a: note.new",
      "keys.yaml:3:3: error: 'ctrl-a' is already bound in line 2; this one is ignored"
    ),
    (
      "list:\n  g: move.top",
      "keys.yaml:2:3: warning: 'g' hides 'g !' (go.issue) and 12 more"
    ),
    (
      "list:\n  x y: move.top", "keys.yaml:2:3: warning: 'x y' hides 'x' (note.trash)"
    ),
    (
      "list:\n  ctrl-i: move.top", "keys.yaml:2:3: warning: most terminals report 'ctrl-i' as 'tab'"
    ),
    ("list:\n  f9: unbind", "keys.yaml:2:3: warning: 'f9' is not bound here"),
    ("list:\n  f9:", "keys.yaml:2:3: error: 'f9' needs a command's name or 'unbind'"),
    ("list: x", "keys.yaml:1:7: error: 'list' holds 'keys: command', found text"),
    ("- x", "keys.yaml:1:1: error: expected contexts as 'list:', found a list"),
    (
      "list: {",
      "keys.yaml:2:1: error: did not find expected node content while parsing a flow node"
    ),
  ])
  func `a mistake is reported with its place`(text: String, remark: String) {
    let (_, remarks) = read(text)

    #expect(remarks.contains(remark), "\(remarks)")
  }

  @Test func `a key bound twice keeps the first`() throws {
    let (keymap, _) = read("list:\n  ctrl-a: note.trash\n  C-a: note.new\n")

    #expect(try command("ctrl-a", in: .list, of: keymap) == .command("note.trash"))
  }

  @Test func `wrong lines leave the others working`() throws {
    let (keymap, remarks) = read("list:\n  nokey: note.new\n  f9: note.nope\n  f8: note.new\n")

    #expect(remarks.count == 2)
    #expect(try command("f8", in: .list, of: keymap) == .command("note.new"))
  }
}
