import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// What all nine query classes promise alike.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct QueryContractTests {
  /// One query: how many elements it shows, whether it loads, its error, and its end.
  private struct Probe {
    var name: String
    var count: @MainActor () -> Int
    var isLoading: @MainActor () -> Bool
    var error: @MainActor () -> (any Error)?
    var stop: @MainActor () -> Void
  }

  private let fixture: ReactiveFixture

  init() async throws {
    fixture = try ReactiveFixture()
    // With a server, so that there is a queue to follow.
    try await fixture.local.connect(to: ServerIdentity(url: "https://notes.example"))
  }

  /// The eight that read the store, following an item and what it points to.
  private func probes(_ id: String, _ target: String) -> [Probe] {
    let store = fixture.store
    let items = store.query()
    let typed = store.query(CoreNote.self)
    let single = store.queryItem(id: id)
    let withMetadata = store.queryItemsWithMetadata()
    let edges = store.queryEdges(ofType: "about")
    let tags = store.queryTags()
    let backrefs = store.queryBackrefs(to: [target], edgeType: "about")
    var probes = [
      Probe(
        name: "ItemQuery", count: { items.items.count }, isLoading: { items.isLoading },
        error: { items.error }, stop: items.stop),
      Probe(
        name: "TypedItemQuery", count: { typed.items.count }, isLoading: { typed.isLoading },
        error: { typed.error }, stop: typed.stop),
      Probe(
        name: "SingleItemQuery", count: { single.item == nil ? 0 : 1 },
        isLoading: { single.isLoading }, error: { single.error }, stop: single.stop),
      Probe(
        name: "ItemsWithMetadataQuery", count: { withMetadata.items.count },
        isLoading: { withMetadata.isLoading }, error: { withMetadata.error },
        stop: withMetadata.stop),
      Probe(
        name: "EdgesQuery", count: { edges.edges.count }, isLoading: { edges.isLoading },
        error: { edges.error }, stop: edges.stop),
      Probe(
        name: "TagsQuery", count: { tags.tags.count }, isLoading: { tags.isLoading },
        error: { tags.error }, stop: tags.stop),
      Probe(
        name: "BackrefsQuery", count: { backrefs.edgesByTarget[target]?.count ?? -1 },
        isLoading: { backrefs.isLoading }, error: { backrefs.error }, stop: backrefs.stop),
    ]
    if let mutations = store.queryPendingMutations() {
      probes.append(
        Probe(
          name: "PendingMutationsQuery", count: { mutations.mutations.count },
          isLoading: { mutations.isLoading }, error: { mutations.error }, stop: mutations.stop))
    }
    return probes
  }

  @Test func `each loads, shows what is there without an error, and follows`() async throws {
    let source = try await fixture.note("source", tags: ["one"])
    let target = try await fixture.note("target")
    let probes = probes(source, target)
    #expect(probes.count == 8)
    #expect(probes.allSatisfy { $0.isLoading() })

    await fixture.settle()

    #expect(probes.allSatisfy { !$0.isLoading() && $0.error() == nil })
    #expect(probes.map { $0.count() } == [2, 2, 1, 2, 0, 1, 0, 2])

    _ = try await fixture.note("third", tags: ["two"])
    _ = try await fixture.local.createEdge(
      CreateEdgeInput(sourceId: source, targetId: target, edgeType: "about"))
    await fixture.settle()

    #expect(probes.map { $0.count() } == [3, 3, 1, 3, 1, 2, 1, 4])
  }

  @Test func `each keeps what it shows once it is stopped`() async throws {
    let source = try await fixture.note("source", tags: ["one"])
    let target = try await fixture.note("target")
    let probes = probes(source, target)
    await fixture.settle()

    for probe in probes { probe.stop() }
    _ = try await fixture.note("third", tags: ["two"])
    _ = try await fixture.local.createEdge(
      CreateEdgeInput(sourceId: source, targetId: target, edgeType: "about"))
    try await fixture.trash(source)
    _ = try await fixture.local.purgeItem(id: source)
    await fixture.settle()

    #expect(probes.map { $0.count() } == [2, 2, 1, 2, 0, 1, 0, 2])
    #expect(probes.allSatisfy { !$0.isLoading() })
    #expect(fixture.store.hub.receiverCount == 0)
  }

  @Test func `the progress of uploads is there from the start and ends when it is stopped`() {
    #expect(fixture.store.queryBlobUploadProgress() == nil)
    let uploads = BlobUploadProgressQuery()
    #expect(!uploads.isLoading)
    #expect(uploads.error == nil)

    uploads.receive(BlobUploadProgress(hash: "sha256:a", state: .uploading(sent: 1, total: 2)))
    uploads.receive(BlobUploadProgress(hash: "sha256:b", state: .pending))
    uploads.receive(BlobUploadProgress(hash: "sha256:b", state: .completed))
    #expect(uploads.uploads.keys.sorted() == ["sha256:a"])

    // A failure stays until the next attempt takes its place.
    uploads.receive(BlobUploadProgress(hash: "sha256:a", state: .failed))
    #expect(uploads.uploads["sha256:a"]?.state == .failed)
    uploads.receive(BlobUploadProgress(hash: "sha256:a", state: .uploading(sent: 0, total: 2)))
    #expect(uploads.uploads["sha256:a"]?.state == .uploading(sent: 0, total: 2))

    uploads.stop()
    uploads.receive(BlobUploadProgress(hash: "sha256:c", state: .pending))
    #expect(uploads.uploads.keys.sorted() == ["sha256:a"])
  }
}
