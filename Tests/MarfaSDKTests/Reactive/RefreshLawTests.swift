import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// After any sequence of writes every query shows what a fresh one would.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct RefreshLawTests {
  @Test(arguments: [11, 12, 13, 14, 15, 16] as [UInt64])
  func `after random writes each query equals a fresh one`(seed: UInt64) async throws {
    var random = SeededRandomness(seed: seed)
    let fixture = try ReactiveFixture(seed: seed)
    var ids: [String] = []
    for number in 0..<12 { ids.append(try await fixture.note("note \(number)", tags: ["a"])) }
    let followed = Followed(fixture.store, single: ids[0])
    await fixture.settle()

    for step in 0..<60 {
      try await write(step, fixture, &ids, &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: await fixture.settle()
      case 1: await fixture.store.settle()
      case 2: fixture.clock.advance(by: .milliseconds(20))
      // The queries have heard of it, and have not read it yet.
      default: fixture.store.hub.deliver()
      }
      if step % 10 == 9 {
        await fixture.settle()
        await fixture.settle()
        let fresh = Followed(fixture.store, single: ids[0])
        await fixture.settle()
        #expect(followed.differences(from: fresh) == [], "step \(step)")
      }
    }
  }

  private func write(
    _ step: Int, _ fixture: ReactiveFixture, _ ids: inout [String],
    _ random: inout SeededRandomness
  ) async throws {
    let id = ids.randomElement(using: &random) ?? ""
    let tag = ["a", "b", "c"].randomElement(using: &random) ?? "a"
    let state = try await fixture.local.item(id: id)?.state
    switch Int.random(in: 0..<9, using: &random) {
    case 0: ids.append(try await fixture.note("new \(step)", tags: [tag]))
    case 1: try await fixture.setBody(id, "body \(step)")
    case 2: try await fixture.setTitle(id, "title \(step)")
    case 3: try await fixture.addTags(id, [tag])
    case 4: _ = try await fixture.local.removeTags(id: id, [tag])
    case 5 where state == .active: try await fixture.trash(id)
    case 6 where state == .trashed:
      _ = try await fixture.local.transitionItem(id: id, to: .active)
    case 7:
      let other = ids.randomElement(using: &random) ?? ""
      try await fixture.link(id, other)
    case 8 where state == .trashed && id != ids[0]:
      _ = try await fixture.local.purgeItem(id: id)
      ids.removeAll { $0 == id }
    default: try await fixture.setBody(id, "other \(step)")
    }
  }

  @MainActor private final class Followed {
    let items: ItemQuery
    let limited: ItemQuery
    let tagged: ItemsWithMetadataQuery
    let single: SingleItemQuery
    let edges: EdgesQuery
    let backrefs: BackrefsQuery
    let tags: TagsQuery
    let sources: SourceCountsQuery
    let windows: [ItemWindow]

    init(_ store: MarfaStore, single id: String) {
      items = store.query()
      limited = store.query(filters: ListFilters(limit: 4))
      tagged = store.queryItemsWithMetadata(filters: ListFilters(tags: ["b"]))
      single = store.queryItem(id: id)
      edges = store.queryEdges(ofType: "references")
      backrefs = store.queryBackrefs(to: [id, "absent"])
      tags = store.queryTags()
      sources = store.querySourceCounts()
      windows = [
        store.queryWindow(length: 100, margin: 50),
        store.queryWindow(filters: ListFilters(tags: ["c"]), length: 100, margin: 50),
        store.queryWindow(
          filters: ListFilters(sort: .title, direction: .ascending), length: 100, margin: 50),
        store.queryWindow(scope: .trash, length: 100, margin: 50),
        store.queryWindow(scope: .orphans, length: 100, margin: 50),
      ]
    }

    /// The names of the queries that show something else than another's.
    func differences(from other: Followed) -> [String] {
      var names: [String] = []
      if items.items != other.items.items { names.append("items") }
      if limited.items != other.limited.items { names.append("limited") }
      if tagged.items != other.tagged.items { names.append("tagged") }
      if single.item != other.single.item { names.append("single") }
      if edges.edges != other.edges.edges { names.append("edges") }
      if backrefs.edgesByTarget != other.backrefs.edgesByTarget { names.append("backrefs") }
      if tags.tags != other.tags.tags { names.append("tags") }
      if sources.counts != other.sources.counts { names.append("sources") }
      for (index, (one, two)) in zip(windows, other.windows).enumerated() {
        if one.count != two.count { names.append("count of window \(index)") }
        let places = 0..<max(one.count, two.count)
        if places.contains(where: { one[$0] != two[$0] }) { names.append("window \(index)") }
      }
      return names
    }
  }
}
