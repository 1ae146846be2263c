import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct QueueRulesTests {
  private func intent(
    _ kind: MutationKind = .updateItem, _ detail: [String] = ["body"], side: SideFields = [],
    conflict: ConflictStrategy? = nil, version: Int? = nil, subject: String? = nil
  ) -> MutationIntent {
    MutationIntent(
      kind: kind, item: 1, subject: subject, detail: detail, side: side, conflict: conflict,
      explicitVersion: version)
  }

  private func row(_ intent: MutationIntent, request: String? = nil) -> QueueRow {
    QueueRow(key: 1, id: "m", intent: intent, request: request)
  }

  @Test func `the first change has a row of its own`() {
    #expect(QueueRules.placement(of: intent(), after: nil) == .append)
  }

  @Test func `a change that the last row names already adds nothing`() {
    #expect(QueueRules.placement(of: intent(), after: row(intent())) == .covered)
  }

  @Test func `updates that were never attempted are joined`() {
    let last = row(intent(.updateItem, ["title"], side: .tier))

    #expect(
      QueueRules.placement(of: intent(.updateItem, ["body"], side: .timestamp), after: last)
        == .join(detail: ["body", "title"], side: [.tier, .timestamp]))
  }

  @Test func `a frozen row is never joined`() {
    #expect(QueueRules.placement(of: intent(), after: row(intent(), request: "{}")) == .append)
  }

  @Test(arguments: [
    MutationIntent(kind: .updateItem, item: 1, detail: ["body"], conflict: .manual),
    MutationIntent(kind: .updateItem, item: 1, detail: ["body"], explicitVersion: 3),
    MutationIntent(kind: .addTags, item: 1, detail: ["body"]),
    MutationIntent(kind: .setExtension, item: 1, subject: "user.x", detail: ["body"]),
    MutationIntent(
      kind: .updateItem, item: 1, detail: ["body"],
      references: [MutationReference(role: .blob, id: "sha256:1")]),
  ])
  func `rows are joined only when kind, strategy, version and references agree`(
    last: MutationIntent
  ) {
    #expect(QueueRules.placement(of: intent(), after: row(last)) == .append)
  }

  @Test func `a row that was made on other values than the server has takes no further fields`() {
    var last = intent(.updateItem, ["title"])
    last.base = "{}"

    #expect(
      QueueRules.placement(of: intent(.updateItem, ["body"]), after: row(last)) == .append)
    #expect(
      QueueRules.placement(of: intent(.updateItem, ["title"]), after: row(last)) == .covered)
  }

  @Test func `the last of several states counts`() {
    let last = row(intent(.transitionItem, ["archived"]))

    #expect(
      QueueRules.placement(of: intent(.transitionItem, ["active"]), after: last)
        == .join(detail: ["active"], side: []))
  }

  @Test func `extensions of two namespaces stay two rows`() {
    let last = row(intent(.setExtension, [], subject: "user.a"))

    #expect(
      QueueRules.placement(of: intent(.setExtension, [], subject: "user.b"), after: last) == .append
    )
    #expect(
      QueueRules.placement(of: intent(.setExtension, [], subject: "user.a"), after: last)
        == .covered)
  }

  // MARK: - Order

  private func admitted(_ entries: [QueueOrder.Entry], now: Int64 = 100) -> [Int] {
    var order = QueueOrder(now: now)
    return entries.enumerated().filter { order.admits($0.element) }.map(\.offset)
  }

  @Test func `changes of one item go in order, and those of others at the same time`() {
    #expect(
      admitted([
        .init(kind: .updateItem, itemId: "a"), .init(kind: .addTags, itemId: "a"),
        .init(kind: .updateItem, itemId: "b"), .init(kind: .createEdge, subject: "e"),
        .init(kind: .deleteEdge, subject: "e"),
      ]) == [0, 2, 3])
  }

  @Test func `an item that is being sent, waits or is parked holds up its own changes only`() {
    #expect(
      admitted([
        .init(kind: .updateItem, itemId: "a", isInFlight: true),
        .init(kind: .updateItem, itemId: "b", nextAttemptAt: 101),
        .init(kind: .updateItem, itemId: "c", isParked: true),
        .init(kind: .addTags, itemId: "a"), .init(kind: .addTags, itemId: "b"),
        .init(kind: .addTags, itemId: "c"),
        .init(kind: .addTags, itemId: "d", nextAttemptAt: 100),
      ]) == [6])
  }

  @Test func `a change waits for the creation of what it refers to`() {
    #expect(
      admitted([
        .init(kind: .createItem, itemId: "a"), .init(kind: .uploadBlob, subject: "sha256:1"),
        .init(kind: .createEdge, subject: "e", references: ["a", "b"]),
        .init(kind: .createEdge, subject: "f", references: ["b", "c"]),
        .init(kind: .updateItem, itemId: "d", references: ["sha256:1"]),
        .init(kind: .createItem, itemId: "b"),
      ]) == [0, 3, 5])
  }

  @Test func `a text waits for no bytes, the fate of its item does`() {
    #expect(
      admitted([
        .init(kind: .uploadBlob, subject: "sha256:1"),
        .init(kind: .uploadBlob, subject: "sha256:2"),
        .init(kind: .updateItem, itemId: "a", references: ["sha256:1"], isAttaching: true),
        .init(kind: .updateItem, itemId: "a"),
        .init(kind: .updateItem, itemId: "b", references: ["sha256:2"], isAttaching: true),
        .init(kind: .deleteItem, itemId: "b"), .init(kind: .addTags, itemId: "b"),
        .init(kind: .updateItem, itemId: "c", references: ["sha256:1"]),
        .init(kind: .updateItem, itemId: "c"),
      ]) == [3])
  }

  @Test func `a purge waits for every earlier change of an edge at its item`() {
    #expect(
      admitted([
        .init(kind: .deleteEdge, subject: "e", references: ["a", "b"]),
        .init(kind: .purgeItem, itemId: "b"), .init(kind: .purgeItem, itemId: "c"),
      ]) == [0, 2])
  }
}
