import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ItemWindowTests {
  @Test func `a window shows the newest rows first and counts all`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.notes(30)

    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()

    #expect(window.count == 30)
    #expect(window.range == 0..<5)
    #expect(window.rows.map(\.title) == (25..<30).reversed().map { "note \($0)" })
    #expect(window.loadedRange == 0..<15)
  }

  @Test func `scrolling far by places shows the rows there`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.notes(300)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()

    for start in [3, 12, 30, 200, 290, 150, 5, 0] {
      window.setVisible(start..<start + 5)
      await fixture.settle()

      #expect(window.range == start..<start + 5)
      #expect(window.rows.map(\.title) == (start..<start + 5).map { "note \(299 - $0)" })
      #expect(window.loadedRange.count <= 25)
    }
  }

  @Test(arguments: [10, 31])
  func `a new row above the view moves places and not what is seen`(start: Int) async throws {
    let fixture = try ReactiveFixture()
    try await fixture.notes(40)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()
    window.setVisible(start..<start + 5)
    await fixture.settle()
    window.select(at: start + 2)
    let seen = window.rows.map(\.id)

    try await fixture.note("fresh")
    try await fixture.note("fresher")
    await fixture.settle()

    #expect(window.rows.map(\.id) == seen)
    #expect(window.range == start + 2..<start + 7)
    #expect(window.selectedIndex == start + 4)
    #expect(window.newAbove == 2)

    window.jump(to: .top)
    await fixture.settle()

    #expect(window.rows.map(\.title).prefix(2) == ["fresher", "fresh"])
    #expect(window.newAbove == 0)
  }

  @Test func `the selected row keeps its line when it moves`() async throws {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(40)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()
    window.select(at: 3)
    #expect(window.selection == ids[36])

    try await fixture.note("fresh")
    await fixture.settle()
    #expect(window.selectedIndex == 4)
    #expect(window.range == 1..<6)

    try await fixture.setBody(ids[36], "edited")
    await fixture.settle()
    #expect(window.selectedIndex == 0)
    #expect(window.range == 0..<5)
    #expect(window.selection == ids[36])
  }

  @Test func `a selected row that leaves the list stays until the selection leaves it`()
    async throws
  {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(20)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()
    window.select(at: 2)

    try await fixture.trash(ids[17])
    await fixture.settle()

    #expect(window.count == 20)
    #expect(window.selectedIndex == 2)
    #expect(window[2]?.id == ids[17])
    #expect(window[2]?.flags.contains(.hasLeft) == true)
    #expect(window[3]?.id == ids[16])

    window.select(at: 3)

    #expect(window.count == 19)
    #expect(window.selectedIndex == 2)
    #expect(window.selection == ids[16])
    #expect(window.rows.map(\.id) == [ids[19], ids[18], ids[16], ids[15], ids[14]])
  }

  @Test func `a row that leaves the list while the selection leaves it does not stay`()
    async throws
  {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(60)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()
    window.select(at: 9)

    try await fixture.trash(ids[50])
    window.setVisible(8..<13)
    window.select(at: 10)
    await fixture.settle()

    #expect(window.count == 59)
    #expect(window.selection == ids[49])
    #expect(window.selectedIndex == 9)
    #expect(window[9]?.id == ids[49])
  }

  @Test func `jumps reach the bottom and an item by its id`() async throws {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(100)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()

    window.jump(to: .bottom)
    await fixture.settle()
    #expect(window.range == 95..<100)
    #expect(window.rows.last?.id == ids[0])

    window.select(ids[50])
    window.jump(to: .item(ids[50]))
    await fixture.settle()
    #expect(window.selectedIndex == 49)
    #expect(window.range.contains(49))
    #expect(window.rows.contains { $0.id == ids[50] })
    #expect(try await window.index(of: ids[99]) == 0)
    #expect(try await window.index(of: "nothing") == nil)
  }

  @Test func `a window over thousands holds only what it shows and its margin`() async throws {
    let fixture = try ReactiveFixture()
    let items = (0..<3000).map { number in
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["title": .string("note \(number)"), "body": "text"]),
        createdAt: Timestamp(milliseconds: Int64(number)),
        updatedAt: Timestamp(milliseconds: Int64(number)))
    }
    _ = try await fixture.local.createItems(items)
    let window = fixture.store.queryWindow(length: 40, margin: 60)
    await fixture.settle()
    #expect(window.count == 3000)

    for start in stride(from: 0, through: 2960, by: 185) {
      window.setVisible(start..<start + 40)
      await fixture.settle()

      #expect(window.loadedRange.count <= 160)
      #expect(window.rows.map(\.title) == (start..<start + 40).map { "note \(2999 - $0)" })
    }
  }

  @Test func `scrolling within the margin reads nothing`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.notes(100)
    let window = fixture.store.queryWindow(length: 5, margin: 20)
    await fixture.settle()

    for start in 1...10 {
      window.setVisible(start..<start + 5)
      await fixture.settle()
    }
    #expect(window.reads.fetches == 1)

    window.setVisible(11..<16)
    await fixture.settle()
    #expect(window.reads.fetches == 2)
  }

  @Test func `a selection that is made while rows are read stays where it was made`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.notes(300)
    let window = fixture.store.queryWindow(length: 5, margin: 100)
    await fixture.settle()
    window.select(at: 0)
    await fixture.settle()

    window.setVisible(60..<65)
    #expect(window[62] != nil)
    window.select(at: 62)
    await fixture.settle()

    #expect(window.reads.fetches == 2)
    #expect(window.selectedIndex == 62)
    #expect(window.selection == window[62]?.id)
    #expect(window.range == 60..<65)
  }

  @Test func `the place of a selection that the rows read do not hold is read after them`()
    async throws
  {
    let fixture = try ReactiveFixture()
    try await fixture.notes(300)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()

    window.setVisible(200..<205)
    window.select(at: 3)
    await fixture.settle()

    #expect(window.selectedIndex == 3)
    #expect(window.range == 200..<205)
  }

  @Test func `a window bound to a filter of edges follows them`() async throws {
    let fixture = try ReactiveFixture()
    let target = try await fixture.note("target")
    let source = try await fixture.note("source")
    let window = fixture.store.queryWindow(filters: ListFilters(edge: ["references": target]))
    await fixture.settle()
    #expect(window.count == 0)

    try await fixture.link(source, target)
    await fixture.settle()

    #expect(window.rows.map(\.id) == [source])
  }

  @Test func `a notebook's window holds the notes of all notebooks below it`() async throws {
    let fixture = try ReactiveFixture()
    let books = try await fixture.notebooks(["Birds", "Rings", "2026"])
    let notes = [
      try await fixture.note("first"), try await fixture.note("second"),
      try await fixture.note("third"),
    ]
    for (note, book) in zip(notes, books) {
      _ = try await fixture.local.move(id: note, toNotebook: book)
    }
    let window = fixture.store.queryWindow(filters: ListFilters(), scope: .notebook(books[0]))
    await fixture.settle()
    #expect(window.rows.map(\.title) == ["first"])

    _ = try await fixture.local.move(id: books[1], toNotebook: books[0])
    _ = try await fixture.local.move(id: books[2], toNotebook: books[1])
    await fixture.settle()
    #expect(window.count == 3)
    #expect(window.newAbove == 2)
    window.jump(to: .top)
    await fixture.settle()
    #expect(window.rows.map(\.title) == ["third", "second", "first"])

    _ = try await fixture.local.move(id: books[1], toNotebook: nil)
    await fixture.settle()
    #expect(window.count == 1)
    #expect(window.rows.map(\.title) == ["first"])
  }

  @Test func `a window of a tag that thousands carry shows the same rows in every place`()
    async throws
  {
    let fixture = try ReactiveFixture()
    let items = (0..<2100).map { number in
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["title": .string("note \(number)"), "body": "text"],
          tags: number % 3 == 0 ? ["few"] : ["many"]),
        createdAt: Timestamp(milliseconds: Int64(number)),
        updatedAt: Timestamp(milliseconds: Int64(number)))
    }
    _ = try await fixture.local.createItems(items)
    let many = fixture.store.queryWindow(
      filters: ListFilters(tags: ["many"]), length: 5, margin: 5)
    let few = fixture.store.queryWindow(filters: ListFilters(tags: ["few"]), length: 5, margin: 5)
    await fixture.settle()

    let expected = (0..<2100).reversed().filter { $0 % 3 != 0 }.map { "note \($0)" }
    #expect(many.count == 1400)
    #expect(few.count == 700)
    #expect(few.rows.first?.title == "note 2097")
    for start in [0, 4, 12, 700, 1395, 1000, 3] {
      many.setVisible(start..<start + 5)
      await fixture.settle()
      #expect(many.rows.map(\.title) == Array(expected[start..<start + 5]))
    }
  }
}
