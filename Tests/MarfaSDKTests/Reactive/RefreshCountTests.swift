import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// What each query class fetches for one scripted sequence of writes.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct RefreshCountTests {
  /// Every query class at once, on the same store.
  @MainActor private final class Queries {
    let items: ItemQuery
    let typed: TypedItemQuery<CoreNote>
    let tagged: ItemQuery
    let single: SingleItemQuery
    let withMetadata: ItemsWithMetadataQuery
    let edges: EdgesQuery
    let edgesOfType: EdgesQuery
    let tags: TagsQuery
    let backrefs: BackrefsQuery
    let mutations: PendingMutationsQuery?
    let sources: SourceCountsQuery
    let notebooks: NotebooksQuery
    let window: ItemWindow
    let taggedWindow: ItemWindow
    let titleWindow: ItemWindow

    init(_ store: MarfaStore, single id: String) {
      items = store.query(filters: ListFilters(type: "core.note"))
      typed = store.query(CoreNote.self)
      tagged = store.query(filters: ListFilters(tags: ["birds"]))
      single = store.queryItem(id: id)
      withMetadata = store.queryItemsWithMetadata(filters: ListFilters(tags: ["birds"]))
      edges = store.queryEdges(from: id)
      edgesOfType = store.queryEdges(ofType: "about")
      tags = store.queryTags()
      backrefs = store.queryBackrefs(to: [id], edgeType: "references")
      mutations = store.queryPendingMutations()
      sources = store.querySourceCounts()
      notebooks = store.queryNotebooks()
      window = store.queryWindow(length: 3, margin: 2)
      taggedWindow = store.queryWindow(filters: ListFilters(tags: ["birds"]), length: 3, margin: 2)
      titleWindow = store.queryWindow(
        filters: ListFilters(sort: .title, direction: .ascending), length: 3, margin: 2)
    }

    /// Fetches so far by query, in the order of the properties above.
    var fetches: [Int] {
      [
        items.reads, typed.reads, tagged.reads, single.reads, withMetadata.reads, edges.reads,
        edgesOfType.reads, tags.reads, backrefs.reads, mutations?.reads ?? ReadCounts(),
        sources.reads, notebooks.reads, window.reads, taggedWindow.reads, titleWindow.reads,
      ].map(\.fetches)
    }
  }

  @Test func `each query fetches exactly when what it reads has changed`() async throws {
    let fixture = try ReactiveFixture()
    let first = try await fixture.note("aaa first", tags: ["birds"])
    var others: [String] = []
    for number in 0..<20 { others.append(try await fixture.note("note \(number + 10)")) }
    let queries = Queries(fixture.store, single: first)
    await fixture.settle()
    #expect(queries.fetches == Array(repeating: 1, count: 15))

    func delta(_ write: () async throws -> Void) async throws -> [Int] {
      let before = queries.fetches
      try await write()
      await fixture.settle()
      return zip(queries.fetches, before).map { $0 - $1 }
    }

    // Order: items, typed, tagged, single, with metadata, edges from, edges of type, tags,
    // backrefs, mutations, sources, notebooks, window, tagged window, window by title.

    // The body of another note: lists of whole items, and the window by change, whose top moves.
    #expect(
      try await delta { try await fixture.setBody(others[8], "new text") }
        == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])

    // Its title, so that it moves to the head of the window by title, or stays out of sight.
    #expect(
      try await delta { try await fixture.setTitle(others[9], "aab") }
        == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1])
    #expect(
      try await delta { try await fixture.setTitle(others[19], "note 28a") }
        == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])

    // The body of the note with the tag and the query of its own.
    #expect(
      try await delta { try await fixture.setBody(first, "new text") }
        == [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])

    // A tag on a note that the window by title does not show: tags change, the title order not.
    #expect(
      try await delta { try await fixture.addTags(others[15], ["fresh"]) }
        == [1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])

    // The tag that some lists filter by.
    #expect(
      try await delta { try await fixture.addTags(others[16], ["birds"]) }
        == [1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0])

    // A new note: counts change.
    #expect(
      try await delta { try await fixture.note("zzz last") }
        == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1])

    // A note with an untagged title to the trash.
    #expect(
      try await delta { try await fixture.trash(others[5]) }
        == [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1])

    // An edge between two notes, of the type that one query follows.
    #expect(
      try await delta { try await fixture.connect(others[2], others[3], "about") }
        == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])

    // One from the item whose edges are followed.
    #expect(
      try await delta { try await fixture.connect(first, others[3], "derived-from") }
        == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])

    // A reference to the item whose references are followed: both ends are orphans no more, and
    // the items themselves are as they were.
    #expect(
      try await delta { try await fixture.connect(others[4], first, "references") }
        == [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0])

    // A note in a new notebook, which is an item that no list of notes shows.
    let notebook = try await fixture.notebook("House")
    await fixture.settle()
    #expect(
      try await delta { try await fixture.connect(notebook, others[4], "parent-of") }
        == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0])

    // Writing the tags that are there already changes nothing, so nothing is even looked at.
    #expect(
      try await delta { try await fixture.addTags(others[16], ["birds"]) }
        == Array(repeating: 0, count: 15))
  }

  @Test func `the beginning of the queue is read without its end`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.local.connect(to: ServerIdentity(url: "https://notes.example"))
    let ids = try await fixture.notes(5)
    let queue = fixture.store.queryPendingMutations(limit: 3)
    await fixture.settle()

    #expect(queue.mutations.compactMap(\.itemId) == Array(ids.prefix(3)))
  }

  @Test func `the queue is fetched when it changes, and only then`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.local.connect(to: ServerIdentity(url: "https://notes.example"))
    let queue = try #require(fixture.store.queryPendingMutations())
    await fixture.settle()
    #expect(queue.reads.fetches == 1)

    let id = try await fixture.note("note")
    await fixture.settle()
    #expect(queue.mutations.map(\.kind) == [.createItem])
    #expect(queue.reads.fetches == 2)

    // The creation and one update, which holds whatever follows until it is sent.
    try await fixture.setBody(id, "new text")
    await fixture.settle()
    #expect(queue.mutations.map(\.kind) == [.createItem, .updateItem])
    #expect(queue.reads.fetches == 3)
    try await fixture.setBody(id, "newer text")
    await fixture.settle()
    #expect(queue.reads.fetches == 3)

    let claimed = try await fixture.local.claimMutations(limit: 10)
    await fixture.settle()
    #expect(queue.mutations.map(\.status) == [.inFlight, .pending])
    #expect(queue.reads.fetches == 4)

    for mutation in claimed {
      try await fixture.local.acknowledgeMutation(id: mutation.id, .done)
    }
    await fixture.settle()
    #expect(queue.mutations.map(\.kind) == [.updateItem])
    #expect(queue.reads.fetches == 5)
  }

  @Test func `ten commits within 50 ms make two fetches`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("note")
    let query = fixture.store.queryItem(id: id)
    await fixture.settle()

    for number in 0..<10 {
      try await fixture.setBody(id, "text \(number)")
      await fixture.store.settle()
      fixture.clock.advance(by: .milliseconds(4))
    }
    await fixture.settle()

    #expect(query.reads.fetches == 3)
    #expect(query.item?.properties["body"] == "text 9")
  }

  @Test func `nothing is asleep and nothing is read while nothing happens`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("note")
    let query = fixture.store.query()
    await fixture.settle()

    for _ in 0..<100 { await fixture.settle() }

    #expect(fixture.clock.sleeperCount == 0)
    #expect(query.reads == ReadCounts(fetches: 1))
  }
}
