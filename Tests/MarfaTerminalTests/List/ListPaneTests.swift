import MarfaSDK
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ListPaneTests {
  private static let count = 260

  private func fixture() async throws -> ApplicationFixture {
    try await ApplicationFixture(notes: (1...Self.count).map { "# Note \($0)" })
  }

  /// Frames and reads until nothing is under way.
  private func settle(_ fixture: ApplicationFixture) async {
    for _ in 0..<2 {
      _ = fixture.frame
      await fixture.store.settle()
    }
    _ = fixture.frame
  }

  /// The selected row, counted from 0.
  private func selected(_ fixture: ApplicationFixture) -> Int? {
    let title = fixture.application.workspace.selectedNote?.title.dropFirst("Note ".count) ?? ""
    return Int(title).map { Self.count - $0 }
  }

  @Test func `pages go by a screen or to the end at every height and from every part of the list`()
    async throws
  {
    let fixture = try await fixture()
    let list = fixture.application.workspace.list
    for height in 3...80 {
      fixture.size = Size(columns: 80, rows: height + 5)
      for start in [height * 37 % Self.count, height * 101 % Self.count] {
        list.move(.top)
        list.move(.down(start))
        await settle(fixture)
        let page = max(1, (fixture.application.workspace.layout.panes[.list]?.rows ?? 0) - 3)
        var row = start
        for step in [page, page, -page] {
          list.move(step > 0 ? .pageDown : .pageUp)
          row = min(max(0, row + step), Self.count - 1)
          await settle(fixture)

          #expect(selected(fixture) == row, "\(step) from \(start) at height \(height)")
        }
      }
    }
  }

  @Test(arguments: [8, 24, 60, 70])
  func `pages that come faster than rows are read all count`(height: Int) async throws {
    let fixture = try await fixture()
    fixture.size = Size(columns: 80, rows: height)
    await settle(fixture)
    let page = max(1, (fixture.application.workspace.layout.panes[.list]?.rows ?? 0) - 3)

    for _ in 0..<3 {
      fixture.application.workspace.list.move(.pageDown)
      _ = fixture.frame
    }
    await settle(fixture)

    #expect(selected(fixture) == min(3 * page, Self.count - 1))
  }

  @Test func `pages work in the trash, in a search and in a tag`() async throws {
    let fixture = try await fixture()
    let notes = try await fixture.client.store.summaries(ListFilters(limit: Self.count)).data
    let ids = notes.map(\.id)
    for id in ids { _ = try await fixture.client.metadata.addTags(id: id, tags: ["all"]) }
    fixture.size = Size(columns: 80, rows: 60)
    await fixture.settle()
    let list = fixture.application.workspace.list
    let page = try #require(fixture.application.workspace.layout.panes[.list]).rows - 3

    func check(_ place: String) async {
      list.move(.top)
      await settle(fixture)
      for count in 1...3 {
        list.move(.pageDown)
        await settle(fixture)
        #expect(fixture.screen.contains("\(count * page + 1) of \(Self.count)"), "\(place)")
      }
      list.move(.pageUp)
      await settle(fixture)
      #expect(fixture.screen.contains("\(2 * page + 1) of \(Self.count)"), "\(place)")
    }

    list.show(.tag("all"))
    await fixture.settle()
    await check("tag")
    list.show(.all)
    list.setFilter("tag:all")
    await fixture.settle()
    await check("search by time")
    list.setFilter("")
    for id in ids { try await fixture.client.items.delete(id: id) }
    list.show(.trash)
    await fixture.settle()
    await check("trash")
  }

  @Test func `page keys move in boxes and in the cloud of tags`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let id = try #require(try await fixture.id(titled: "One"))
    let tags = (100..<400).map { "tag-number-\($0)" }
    _ = try await fixture.client.metadata.addTags(id: id, tags: tags)
    await fixture.settle()

    await fixture.press("? pagedown")
    #expect(!fixture.screen.contains("Open the selection"))
    await fixture.press("pageup")
    #expect(fixture.screen.contains("Open the selection"))

    await fixture.press("esc # pagedown pagedown")
    #expect(!fixture.screen.contains("tag-number-100"))
    await fixture.press("pageup pageup")
    #expect(fixture.screen.contains("tag-number-100"))
  }

  @Test func `rows with equal titles show where they are, or else their ids`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, notes: ["# tar", "# tar", "# tar", "# rye"])
    let list = fixture.application.workspace.list
    let ids = (1...3).compactMap { list.window[$0]?.id }
    #expect(ids.count == 3)
    for id in ids { #expect(fixture.screen.contains("tar  \(id.suffix(8)) ")) }

    await fixture.press("j m")
    await fixture.type("Old\n")

    #expect(fixture.screen.contains("tar  Old "), "\(fixture.screen)")
    #expect(!fixture.screen.contains("rye  Inbox"))
    await fixture.press("j m")
    await fixture.type("Unix\n")
    #expect(fixture.screen.contains("tar  Unix "), "\(fixture.screen)")
    #expect(fixture.screen.contains("tar  Inbox "), "\(fixture.screen)")
  }

  @Test func `notes that come above the rows in view are counted and move none of them`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: (0..<60).map { "# Note \($0)" })
    func rows() -> [String] {
      fixture.frame.textRows.compactMap { $0.firstMatch(of: #/Note \d+/#).map { String($0.0) } }
    }
    await fixture.press("G")
    let before = rows()
    #expect(before.contains("Note 0") && !before.contains("Note 59"))

    for title in ["New", "Newer", "Newest"] {
      try await fixture.client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": .string("# \(title)")]))
    }
    await fixture.settle()

    #expect(fixture.screen.contains("3 new ↑"), "\(fixture.screen)")
    #expect(rows() == before)
    await fixture.press("g g")
    #expect(fixture.screen.contains("Newest"))
    #expect(!fixture.screen.contains("new ↑"))
  }

  @Test func `a row shows the tags that fit, and how many do not`() async throws {
    let fixture = try await ApplicationFixture(columns: 60, rows: 12, notes: ["# Field notes"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    let tags = ["april", "birds", "field-work", "nesting"]
    _ = try await fixture.client.metadata.addTags(id: id, tags: tags)

    var shown: [String] = []
    for columns in (24...68).reversed() {
      fixture.size = Size(columns: columns, rows: 12)
      await fixture.settle()
      let tags =
        fixture.screen.firstMatch(
          of: #/Field notes +([#+].*[^ ]|\+4) [^ ]+$/#.anchorsMatchLineEndings()
        ).map { String($0.1) } ?? ""
      if shown.last != tags { shown.append(tags) }
    }
    #expect(
      shown == [
        "#april #birds #field-work #nesting", "#april #birds #field-work +1", "#april #birds +2",
        "#april +3", "+4",
      ])
  }

  @Test func `a row whose title is cut says how many tags it has, unless it is too narrow`()
    async throws
  {
    let title = "Trip to Lisbon with everybody from the workshop"
    let fixture = try await ApplicationFixture(notes: ["# \(title)"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    _ = try await fixture.client.metadata.addTags(id: id, tags: ["april", "travel"])
    await fixture.settle()

    #expect(fixture.screen.contains(#/▌Trip to Lisbon with ev… \+2 1m │/#), "\(fixture.screen)")

    fixture.application.workspace.preferences.listWidth = 18
    await fixture.settle()
    #expect(fixture.screen.contains(#/Trip t.*… +1m │/#), "\(fixture.screen)")
  }

  @Test func `a list has columns for signs from the first sign on, and keeps them`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    func rows() -> [String] {
      fixture.frame.textRows[2...3].map { String($0.prefix { $0 != "│" }) }
    }
    #expect(rows().allSatisfy { $0.hasSuffix("m ") }, "\(rows())")

    await fixture.press("p")
    #expect(rows()[0].hasSuffix("m ★ "), "\(rows())")
    #expect(rows()[1].hasSuffix("m   "), "\(rows())")

    await fixture.press("p")
    #expect(rows().allSatisfy { $0.hasSuffix("m   ") }, "\(rows())")
    await fixture.press("g t g n")
    await fixture.settle()
    #expect(rows().allSatisfy { $0.hasSuffix("m ") }, "\(rows())")
  }
}
