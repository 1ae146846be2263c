import Editor
import Foundation
import MarfaTerminal
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreUpkeepTests {
  @Test func `nothing is tidied while nothing was stored`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("j k")

    #expect(!fixture.host.scheduled.contains { $0.delay == IdleUpkeep.rest })
  }

  @Test func `a pause after the last save begins the tidying once`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    await fixture.press("e i")
    await fixture.type("a")
    await fixture.passDelays()
    await fixture.type("b")
    await fixture.passDelays()

    let pauses = fixture.host.scheduled.filter { $0.delay == IdleUpkeep.rest && !$0.isCancelled }
    #expect(pauses.count == 1)

    await fixture.passDelays()
    #expect(fixture.application.context.messages.current == nil)
    #expect(!fixture.host.scheduled.contains { $0.delay == IdleUpkeep.rest && !$0.isCancelled })
  }

  @Test func `the undo history of a note that another device purged is removed in a pause`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    let context = fixture.application.context
    let ids = try await fixture.client.items.list().data.map(\.id)
    for id in ids { await context.undoArchives.keep(Editor("secret"), noteId: id) }
    let folder = fixture.folder.path + "/state/undo"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)

    try await fixture.client.store.forget(itemIds: [ids[0]])
    context.upkeep.stored()
    await fixture.passDelays()
    await context.upkeep.finish()

    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(ids[1]).json"])
    #expect(context.messages.current == nil)
  }
}
