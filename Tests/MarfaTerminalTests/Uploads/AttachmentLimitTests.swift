import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct AttachmentLimitTests {
  @Test func `a note with as many files as the server takes gets no more, which is said before`()
    async throws
  {
    let server = try ServerByHand()
    try server.identify(limits: ["attachments": 1])
    let note = try server.add("Rye", "bread")
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let sentence = "The note has 1 file, and the server takes 1 at most."
    let (first, second) = (fixture.folder.path + "/one.txt", fixture.folder.path + "/two.txt")
    try fixture.folder.write("1", to: "one.txt")
    try fixture.folder.write("2", to: "two.txt")
    await fixture.press("A")
    await fixture.type(first + "\n")
    #expect(try await fixture.client.attachments.list(note).count == 1)

    await fixture.press("A")
    await fixture.type(second + "\n")
    #expect(fixture.screen.contains("Attach file: " + second))
    #expect(fixture.screen.contains(" " + sentence))
    await fixture.press("esc")
    fixture.application.handle(.paste(second))
    await fixture.settle()
    #expect(fixture.screen.contains("“two.txt” cannot be attached. " + sentence))
    await fixture.press("e")
    await fixture.press("G o")
    fixture.application.handle(.paste(second))
    await fixture.settle()

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(fixture.application.workspace.note.session?.editor.text.hasSuffix(second) == true)
    #expect(try await fixture.client.attachments.list(note).count == 1)
  }
}
