import MarfaSDK
import Testing

/// A note to which its server gives another id while it is selected.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FormerIdTests {
  @Test func `the note stays selected on its line of a list`() async throws {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(40)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()
    window.setVisible(20..<25)
    await fixture.settle()
    window.select(at: 22)
    #expect(window.selection == ids[17])

    try await fixture.local.rekeyItem(from: ids[17], to: "server")
    try await fixture.note("fresh")
    await fixture.settle()

    #expect(window.selection == "server")
    #expect(window.selectedIndex == 23)
    #expect(window.range == 21..<26)
    #expect(window.rows.map(\.title) == (15..<20).reversed().map { "note \($0)" })
    // What was read before the commit may still select it by the former id.
    window.select(ids[17])
    window.jump(to: .item(ids[17]))
    await fixture.settle()
    #expect(window.selection == "server")
    #expect(window.selectedIndex == 23)
  }

  @Test func `the note stays selected among hits`() async throws {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(5)
    let window = fixture.store.queryWindow(search: "text", length: 5)
    await fixture.settle()
    window.select(ids[2])
    await fixture.settle()
    let index = window.selectedIndex

    try await fixture.local.rekeyItem(from: ids[2], to: "server")
    await fixture.settle()

    #expect(index != nil)
    #expect(window.selection == "server")
    #expect(window.selectedIndex == index)
  }

  @Test func `the note stays selected where it has left the list`() async throws {
    let fixture = try ReactiveFixture()
    let ids = try await fixture.notes(5)
    let window = fixture.store.queryWindow(length: 5, margin: 10)
    await fixture.settle()
    window.select(ids[2])
    try await fixture.trash(ids[2])
    await fixture.settle()

    try await fixture.local.rekeyItem(from: ids[2], to: "server")
    try await fixture.note("fresh")
    await fixture.settle()

    #expect(window.selection == "server")
    #expect(window.selectedIndex == 3)
    #expect(window.rows.first { $0.id == "server" }?.flags.contains(.hasLeft) == true)
  }

  @Test func `the note is found by its former id, whole or short`() async throws {
    let fixture = try ReactiveFixture()
    let former = try await fixture.notes(3)[1]
    let present = "01a31d42-412b-714b-ac31-5833c94e1d8b"

    try await fixture.local.rekeyItem(from: former, to: present)

    for name in [former, String(former.suffix(8)), present] {
      #expect(try await fixture.local.resolve(name, as: []) == present, "\(name)")
    }
    await #expect(throws: NotFoundError.self) {
      _ = try await fixture.local.resolve(String(former.suffix(7)), as: [])
    }
  }
}
