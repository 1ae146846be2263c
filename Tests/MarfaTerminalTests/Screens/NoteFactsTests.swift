import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteFactsTests {
  @Test func `a favourite is no tag in the details`() async throws {
    let fixture = try await ApplicationFixture(columns: 80, rows: 40)
    try await fixture.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": "Rye", "body": "text"],
        tags: ["favorite", "grain"]))
    await fixture.settle()

    await fixture.press("I")

    #expect(fixture.screen.contains("tags: #grain"), "\(fixture.screen)")
    #expect(fixture.screen.contains("favourite: yes"))
  }

  @Test func `details say whether the server has the note as it is here`() async throws {
    let server = try ServerByHand()
    try server.add("Rye", "bread")
    let fixture = try await ApplicationFixture(columns: 80, rows: 40, sdk: server.store)
    fixture.application.context.sync.begin(in: fixture.store)
    await fixture.settle()
    await fixture.press("I")
    #expect(fixture.screen.contains("stored: on this machine and on the server"))

    await fixture.press("esc p I")
    #expect(fixture.screen.contains("stored: on this machine, not yet on the server"))
  }

  @Test func `details name the other names and the rest of the front matter`() async throws {
    let fixture = try await ApplicationFixture(columns: 80, rows: 40)
    try await fixture.client.items.create(
      CreateItemInput(
        type: "core.note",
        properties: [
          "title": "Rye", "body": "text", "aliases": ["Loaf", "Bread"],
          "front_matter": ["author": "Ana", "size": ["width": 2, "flat": true]],
        ]))
    await fixture.settle()

    await fixture.press("I")

    for line in ["aliases: Loaf, Bread", "author: Ana", "size: flat: true, width: 2"] {
      #expect(fixture.screen.contains(line), "\(fixture.screen)")
    }
  }
}
