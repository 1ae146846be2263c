import Foundation
import MarfaSDK
import TerminalUI
import TestSupport
import Testing

/// Counts of places, and the notes that are shown there.
extension SourcesTests {
  @Test func `a notebook shows as many notes as its count says`() async throws {
    let fixture = try await fixture()

    try await select("Birds", in: fixture)

    #expect(fixture.screen.contains(#/▾ Birds +1 │/#))
    #expect(fixture.application.workspace.list.window.rows.map(\.title) == ["One"])
  }

  @Test func `a note put into the archive is found there`() async throws {
    let fixture = try await fixture()

    await fixture.press("2 a g a")

    #expect(fixture.screen.contains(#/Archive +1 │/#))
    #expect(fixture.screen.contains("2 Archive  1"))
    #expect(fixture.screen.contains("in the archive"))
    await fixture.press("a g i g a")
    #expect(fixture.screen.contains("The archive is empty."))
  }

  @Test(arguments: 0..<4)
  func `every place and tag shows as many notes as its count says`(seed: UInt64)
    async throws
  {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 40, notes: (1...24).map { "# Note \($0)" })
    var random = SplitMix64(seed: seed)
    let book = try await notebook("Book", in: fixture)
    let notes = try await fixture.client.store.summaries(ListFilters(limit: 100)).data
    for note in notes where note.type != "core.group" {
      if Bool.random(using: &random) {
        _ = try await fixture.client.store.move(id: note.id, toNotebook: book)
      }
      let tags = ["favorite", "birds", "house"].filter { _ in Bool.random(using: &random) }
      _ = try await fixture.client.metadata.addTags(id: note.id, tags: tags)
      let state = [ItemState.active, .archived, .trashed].randomElement(using: &random)
      if let state, state != .active {
        try await fixture.client.items.transition(id: note.id, to: state)
      }
    }
    await fixture.settle()

    let workspace = fixture.application.workspace
    for row in workspace.sources.rows {
      guard case .source(let source, let count?) = row.content else { continue }
      fixture.application.actions.navigation.show(source)
      await fixture.settle()

      #expect(workspace.list.window.count == count, "\(source.title)")
      switch source {
      case .tag, .archive, .trash: break
      default: #expect(workspace.list.window.rows.allSatisfy { $0.state == .active })
      }
    }
  }
}
