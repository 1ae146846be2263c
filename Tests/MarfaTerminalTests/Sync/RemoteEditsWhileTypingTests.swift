import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct RemoteEditsWhileTypingTests {
  /// What the phone writes: above, below and inside the paragraph that is typed in.
  private func edit(_ number: Int, _ body: String) -> String {
    switch number % 3 {
    case 0: body.replacing("ABOVE", with: "ABOVE a\(number)", maxReplacements: 1)
    case 1: body + "\nb\(number)"
    default: body.replacing("INSIDE", with: "INSIDE c\(number)", maxReplacements: 1)
    }
  }

  @Test func `200 remote edits take nothing from under the person typing`() async throws {
    let server = try ServerByHand()
    let id = try server.add(
      "Shared",
      "# Shared\n\nABOVE\n\nINSIDE of it all, here is where one types: and so on.\n\nBELOW")
    let fixture = try await ApplicationFixture(columns: 100, rows: 40, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    await fixture.press("e")
    await fixture.type("/: and\n")
    await fixture.press("a")
    let session = try #require(fixture.application.workspace.note.session)
    await fixture.type(" ")

    // A key for each edit, so that each comes in the middle of typing; all words differ.
    let keys = Array((10..<60).map { "t\($0) " }.joined())
    var typed = ""
    for (number, key) in keys.enumerated() {
      fixture.application.handle(.key(KeyEvent(.character(key))))
      typed.append(key)
      try server.edit(id) { $0["body"] = .string(edit(number, $0["body"]?.stringValue ?? "")) }
      if number % 8 == 0 { await fixture.passDelays() }
      if number % 16 == 0 { try server.takeNext() }
    }
    // Until nothing is on its way in either direction.
    for _ in 0..<20 {
      await fixture.passDelays()
      if try !server.takeNext(), session.isSettled { break }
    }
    await fixture.settle()

    let text = session.editor.text
    #expect(text.contains(typed), "\(text)")
    let words = Set(text.split { $0.isWhitespace }.map(String.init))
    let missing = (0..<200).map { ["a", "b", "c"][$0 % 3] + String($0) }.filter {
      !words.contains($0)
    }
    #expect(missing.isEmpty)
    let before = text.utf8.prefix(session.editor.cursor)
    #expect(String(decoding: before, as: UTF8.self).hasSuffix(typed), "the caret moved")
    #expect(server.items[id]?.properties["body"] == .string(text))
    #expect(try await fixture.client.store.noteText(id: id).body == text)
    #expect(try await fixture.client.store.parkedConflicts().isEmpty)
  }

  @Test func `remote changes move neither the selection nor the view of the list`() async throws {
    let server = try ServerByHand()
    var ids: [String] = []
    for number in 0..<40 { ids.append(try server.add("Note \(number)", "text")) }
    let fixture = try await ApplicationFixture(columns: 100, rows: 20, sdk: server.store)
    await fixture.press("down down down")
    let selected = try #require(fixture.application.workspace.selectedNote?.id)
    let line = fixture.frame.textRows.firstIndex { $0.hasPrefix(" ▌") }

    for number in 0..<20 {
      try server.edit(ids[number]) { $0["body"] = "changed" }
      if number % 10 == 9 { await fixture.settle() }
    }

    #expect(fixture.application.workspace.selectedNote?.id == selected)
    #expect(fixture.frame.textRows.firstIndex { $0.hasPrefix(" ▌") } == line)
  }
}
