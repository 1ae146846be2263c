import Settings
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct KeymapTests {
  private func chord(_ text: String) throws -> KeyChord {
    try #require(KeyChord(parsing: text))
  }

  private func binding(_ context: KeyContext, _ keys: String, _ command: String) throws
    -> Keymap.Binding
  {
    Keymap.Binding(context: context, keys: try ChordSequence(parsing: keys), command: command)
  }

  /// Presses keys one by one, as the application does.
  private func press(
    _ keys: String, in context: KeyContext, of keymap: Keymap
  ) throws -> Keymap.Lookup {
    var pending: [KeyChord] = []
    var result = Keymap.Lookup.none
    for chord in try ChordSequence(parsing: keys).chords {
      result = keymap.lookup(context, pending: pending, chord)
      pending.append(chord)
    }
    return result
  }

  @Test func `keys of a sequence lead to its command`() throws {
    let keymap = Keymap([try binding(.list, "g g", "move.top")])

    #expect(try press("g g", in: .list, of: keymap) == .command("move.top"))
    #expect(try press("g x", in: .list, of: keymap) == .none)
    #expect(try press("x", in: .list, of: keymap) == .none)
  }

  @Test func `a prefix lists what may follow in order`() throws {
    let keymap = Keymap([
      try binding(.list, "g g", "move.top"), try binding(.list, "g b", "go.backlinks"),
      try binding(.list, "g enter x", "app.quit"),
    ])

    let expected = [
      Keymap.Continuation(chord: try chord("b"), command: "go.backlinks"),
      Keymap.Continuation(chord: try chord("g"), command: "move.top"),
      Keymap.Continuation(chord: try chord("enter"), command: nil),
    ]
    #expect(try press("g", in: .list, of: keymap) == .pending(expected))
  }

  @Test func `a place of its own wins over global, and both prefixes are joined`() throws {
    let keymap = Keymap([
      try binding(.list, "g f", "link.follow"), try binding(.list, "q", "note.open"),
      try binding(.global, "g b", "go.backlinks"), try binding(.global, "q", "app.close"),
    ])

    #expect(try press("q", in: .list, of: keymap) == .command("note.open"))
    #expect(try press("q", in: .note, of: keymap) == .command("app.close"))
    #expect(try press("g f", in: .list, of: keymap) == .command("link.follow"))
    #expect(try press("g b", in: .list, of: keymap) == .command("go.backlinks"))
  }

  @Test(arguments: [KeyContext.insert, .normal, .visual, .prompt, .popup])
  func `global keys do nothing where text is typed`(context: KeyContext) throws {
    let keymap = Keymap([try binding(.global, "q", "app.close")])

    #expect(try press("q", in: context, of: keymap) == .none)
  }

  @Test func `keys of a command come shortest first`() throws {
    let keymap = Keymap([
      try binding(.list, "g g", "move.top"), try binding(.list, "home", "move.top"),
    ])

    #expect(keymap.keys(for: "move.top", in: .list).map(\.description) == ["home", "g g"])
    #expect(keymap.keys(for: "move.down", in: .list) == [])
  }

  @Test func `unbinding frees keys in one place only`() throws {
    let keymap = Keymap(changes: [
      .bind(try binding(.global, "q", "app.close")),
      .unbind(.list, try ChordSequence(parsing: "q")),
    ])

    #expect(try press("q", in: .list, of: keymap) == .none)
    #expect(try press("q", in: .note, of: keymap) == .command("app.close"))
  }

  // MARK: - Defaults

  @Test(arguments: EditingPreset.allCases)
  func `a preset binds known commands only`(preset: EditingPreset) {
    let known = Set(DefaultKeymap.commandNames)

    for binding in DefaultKeymap.bindings(for: preset) {
      #expect(known.contains(binding.command), "\(binding.command)")
    }
  }

  @Test(arguments: EditingPreset.allCases)
  func `no default binding hides another`(preset: EditingPreset) {
    let bindings = DefaultKeymap.bindings(for: preset)
    let keymap = DefaultKeymap.keymap(for: preset)

    for binding in bindings {
      let reached = keymap.bindings(in: binding.context).contains(binding)
      #expect(reached, "\(binding.context) \(binding.keys) \(binding.command)")
    }
  }

  @Test func `command names are unique`() {
    #expect(Set(DefaultKeymap.commandNames).count == DefaultKeymap.commandNames.count)
  }

  @Test(arguments: [
    (KeyContext.list, "j", "move.down"), (.list, "g g", "move.top"), (.list, "G", "move.bottom"),
    (.list, "ctrl-d", "move.half-page-down"), (.list, "enter", "note.open"),
    (.list, "i", "note.insert"), (.list, "e", "note.edit"), (.list, "E", "note.edit-external"),
    (.list, "n", "note.new"),
    (.list, "N", "note.new-from-template"), (.list, "t", "note.tags"), (.list, "m", "note.move"),
    (.list, "p", "note.pin"), (.list, "x", "note.trash"), (.list, "u", "note.undo"),
    (.list, "ctrl-r", "note.redo"), (.list, "y", "note.yank-menu"),
    (.list, "Y", "note.yank-title"), (.list, "/", "list.filter"),
    (.list, "space f", "go.anywhere"), (.list, "#", "go.tags"), (.note, "[", "link.previous"),
    (.note, "]", "link.next"), (.note, "g f", "link.follow"), (.note, "tab", "link.next"),
    (.list, "ctrl-o", "jump.back"), (.list, "alt-o", "jump.forward"),
    (.list, "g b", "go.backlinks"), (.list, "?", "app.help"), (.list, ":", "app.command-line"),
    (.insert, "ctrl-z", "app.suspend"), (.note, "ctrl-l", "app.redraw"),
    (.list, "ctrl-c", "app.interrupt"), (.list, "esc", "app.cancel"), (.list, "q", "app.close"),
    (.list, "Q", "app.quit"), (.popup, "Q", "app.quit"), (.sources, "tab", "pane.next"),
    (.note, "2", "pane.list"),
    (.list, "ctrl-w h", "pane.previous"), (.list, "z", "view.zoom"),
    (.list, "H", "move.screen-top"),
  ])
  func `the documented keys work`(context: KeyContext, keys: String, command: String) throws {
    let keymap = DefaultKeymap.keymap(for: .vim)

    #expect(try press(keys, in: context, of: keymap) == .command(command))
  }

  @Test(arguments: EditingPreset.allCases)
  func `no context binds escape to quitting`(preset: EditingPreset) {
    for binding in DefaultKeymap.bindings(for: preset) where "\(binding.keys)" == "esc" {
      #expect(binding.command == "app.cancel" || binding.command == "app.close")
    }
  }
}
