import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct MemoryServerStoreTests {
  @Test func `a test is answered at once, without a task and without HTTP`() throws {
    let clock = ManualWallClock(Timestamp(milliseconds: 1_760_000_000_000))
    let store = MemoryServerStore(clock: clock, ids: ItemIdGenerator(seed: 1, clock: clock))
    let context = WriteContext(access: FullAccess(), credentialId: "c", source: "s")
    let note = CreateItemInput(type: "core.note", properties: ["body": "x"])

    let made = try store.answer(.createItem(note), context)
    let list = try store.answer(.items(ItemListRequest()), for: FullAccess())

    let id = try #require(try made.json["item"]?["id"]?.stringValue)
    #expect(made.status == 201)
    #expect(try list.json.ids == [id])
    #expect(throws: ForbiddenError.self) {
      let nobody = WriteContext(access: SomeAccess(), credentialId: "n", source: "n")
      return try store.answer(.createItem(note), nobody)
    }
  }
}
