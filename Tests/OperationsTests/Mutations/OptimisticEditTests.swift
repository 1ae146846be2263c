import Operations
import TestSupport
import Testing

/// Conformance row M18 and its surroundings: edits that are shown before they are confirmed.
@Suite(.timeLimit(.minutes(20))) struct OptimisticEditTests {
  private typealias Items = QueryState<[String], any Error>

  private func store(_ items: [String]) -> OperationStore<Items> {
    .detached(
      query: TestQuery.returning(["server"]), initialValue: items, initialContext: .testing())
  }

  @Test func `OP-M18 only the edit that failed is undone`() {
    let store = store(["a"])

    let failing = store.applyOptimisticEdit { $0?.append("optimistic") }
    let other = store.applyOptimisticEdit { $0?.append("other") }
    store.modify { $0?.append("written") }
    #expect(store.currentValue == ["a", "optimistic", "other", "written"])
    failing.rollBack()

    #expect(store.currentValue == ["a", "other", "written"])
    other.commit()
    #expect(store.currentValue == ["a", "other", "written"])
  }

  @Test func `an edit that succeeds keeps its place after an open one`() {
    let store = store(["a"])
    let first = store.applyOptimisticEdit { $0?.append("1") }
    let second = store.applyOptimisticEdit { $0?.append("2") }

    second.commit()
    #expect(store.currentValue == ["a", "1", "2"])
    first.commit()
    #expect(store.currentValue == ["a", "1", "2"])
  }

  @Test func `a new value from the operation keeps open edits on top`() async throws {
    let store = store(["a"])
    let open = store.applyOptimisticEdit { $0?.append("open") }

    try await store.fetch()
    #expect(store.currentValue == ["server", "open"])
    open.rollBack()

    #expect(store.currentValue == ["server"])
  }

  @Test func `an edit that succeeded is not applied to a newer value`() async throws {
    let store = store(["a"])
    let open = store.applyOptimisticEdit { $0?.append("open") }
    let done = store.applyOptimisticEdit { $0?.append("done") }
    done.commit()

    try await store.fetch()

    #expect(store.currentValue == ["server", "open"])
    open.commit()
    #expect(store.currentValue == ["server", "open"])
  }

  @Test func `a whole value written over an open edit stays when the edit is undone`() {
    let store = store(["a"])
    let open = store.applyOptimisticEdit { $0?.append("open") }

    store.currentValue = ["whole"]
    #expect(store.currentValue == ["whole"])
    open.rollBack()

    #expect(store.currentValue == ["whole"])
  }

  @Test func `a reset forgets open edits`() {
    let store = store(["a"])
    let open = store.applyOptimisticEdit { $0?.append("open") }

    store.resetState()
    open.rollBack()

    #expect(store.currentValue == ["a"])
  }

  @Test func `an optimistic edit ends only once`() {
    let store = store(["a"])
    let edit = store.applyOptimisticEdit { $0?.append("b") }

    edit.commit()
    edit.rollBack()

    #expect(store.currentValue == ["a", "b"])
  }

  @Test func `the revision grows through edits and their ends`() {
    let store = store(["a"])
    let revisions = Log<Int>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in revisions.add(state.revision) }))

    let first = store.applyOptimisticEdit { $0?.append("b") }
    let second = store.applyOptimisticEdit { $0?.append("c") }
    first.rollBack()
    second.commit()
    store.currentValue = []

    #expect(revisions.count == 6)
    #expect(zip(revisions.elements, revisions.elements.dropFirst()).allSatisfy { $0 < $1 })
    subscription.cancel()
  }

  @Test func `fifty edits ended at random leave the value of those that succeeded`() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<20 {
      let store = store([])
      let edits = (0..<50).map { number in
        store.applyOptimisticEdit { $0?.append("\(number)") }
      }
      let kept = Set((0..<50).filter { _ in Bool.random(using: &generator) })

      for number in (0..<50).shuffled(using: &generator) {
        if kept.contains(number) { edits[number].commit() } else { edits[number].rollBack() }
      }

      #expect(store.currentValue == kept.sorted().map { "\($0)" })
    }
  }
}
