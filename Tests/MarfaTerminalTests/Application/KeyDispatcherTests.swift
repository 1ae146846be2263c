import MarfaTerminal
import Settings
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct KeyDispatcherTests {
  private let keymap = DefaultKeymap.keymap(for: .vim)

  private func resolve(
    _ dispatcher: inout KeyDispatcher, _ character: Character
  ) -> KeyDispatcher.Resolution {
    dispatcher.resolve(KeyEvent(character), in: .list, keymap: keymap)
  }

  @Test func `a key that is bound alone is a command at once`() {
    var dispatcher = KeyDispatcher()

    let resolution = resolve(&dispatcher, "j")

    #expect(resolution == .command("move.down"))
    #expect(dispatcher.pending.isEmpty)
  }

  @Test func `a sequence is a command with its last key`() {
    var dispatcher = KeyDispatcher()

    guard case .pending(let continuations) = resolve(&dispatcher, "g") else {
      Issue.record("g awaits a key")
      return
    }
    #expect(continuations.contains { $0.command == "move.top" })
    let resolution = resolve(&dispatcher, "g")
    #expect(resolution == .command("move.top"))
  }

  @Test func `keys that lead nowhere are given back in order`() {
    var dispatcher = KeyDispatcher()
    _ = resolve(&dispatcher, "g")

    let resolution = resolve(&dispatcher, "é")

    #expect(resolution == .unresolved([KeyEvent("g"), KeyEvent("é")]))
    #expect(dispatcher.pending.isEmpty)
  }

  @Test func `a reset leaves an unfinished sequence once`() {
    var dispatcher = KeyDispatcher()
    _ = resolve(&dispatcher, "g")

    let wasPending = dispatcher.reset()
    let isPending = dispatcher.reset()

    #expect(wasPending)
    #expect(!isPending)
    let resolution = resolve(&dispatcher, "j")
    #expect(resolution == .command("move.down"))
  }
}
