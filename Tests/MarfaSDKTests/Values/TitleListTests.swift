import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TitleListTests {
  private static let start = MarfaSDKTest.start

  @Test func `a list gives back every entry as it was stored, the latest change first`()
    async throws
  {
    let clock = ManualWallClock(Self.start)
    let store = try MarfaSDKTest.makeInMemoryStore(clock: clock)
    let titles = ["", "naïve 日本語", "Plain"]
    let book = try await store.createItem(
      NewItem(CreateItemInput(type: "core.group", properties: ["title": "Bücher"]))
    ).item.id
    var notes: [String] = []
    for title in titles {
      clock.advance(byMilliseconds: 1000)
      let input = CreateItemInput(
        type: "core.note", properties: ["title": .string(title), "body": ""])
      notes.append(try await store.createItem(NewItem(input)).item.id)
    }
    _ = try await store.createEdge(
      CreateEdgeInput(sourceId: book, targetId: notes[2], edgeType: "parent-of"))
    _ = try await store.transitionItem(id: notes[1], to: .archived)

    let list = try await store.titles()

    let times = (0...3).map { Timestamp(milliseconds: Self.start.milliseconds + 1000 * $0) }
    #expect(
      Array(list) == [
        TitleEntry(
          id: notes[2], title: titles[2], isNotebook: false, notebook: "Bücher",
          editedAt: times[3]),
        TitleEntry(
          id: notes[1], title: titles[1], isNotebook: false, isArchived: true,
          editedAt: times[2]),
        TitleEntry(id: notes[0], title: titles[0], isNotebook: false, editedAt: times[1]),
        TitleEntry(id: book, title: "Bücher", isNotebook: true, editedAt: times[0]),
      ])
    #expect(try await store.titles() == list)
  }

  @Test func `a notebook is named by its path where another has the same title`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    func make(_ type: String, _ title: String, in notebook: String?) async throws -> String {
      var input = CreateItemInput(type: type, properties: ["title": .string(title)])
      if type == "core.note" { input.properties["body"] = "" }
      return try await store.createItem(NewItem(input, notebook: notebook)).item.id
    }
    let birds = try await make("core.group", "Birds", in: nil)
    let inner = try await make("core.group", "Old", in: birds)
    let outer = try await make("core.group", "Old", in: nil)
    for (title, notebook) in [("a", birds), ("b", inner), ("c", outer)] {
      _ = try await make("core.note", title, in: notebook)
    }

    let places = try await store.titles().filter { !$0.isNotebook }
      .map { "\($0.title): \($0.notebook ?? "")" }

    #expect(places.sorted() == ["a: Birds", "b: Birds/Old", "c: Old"])
  }

  @Test func `entries are found by their ids, also by those that end alike`() async throws {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let ids = (1...4).map { "01a2036\($0)-8db4-71a6-a8f8-050676c9c044" }
    for id in ids[..<3] {
      let input = CreateItemInput(id: id, type: "core.note", properties: ["body": .string(id)])
      _ = try await store.createItem(NewItem(input))
    }

    let found = try await store.titles().entries(of: [ids[1], ids[3], ""])

    #expect(found.mapValues(\.id) == [ids[1]: ids[1]])
  }
}
