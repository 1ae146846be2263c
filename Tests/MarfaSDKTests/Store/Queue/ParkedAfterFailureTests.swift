import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ParkedAfterFailureTests {
  private static let policy = SyncPolicy(
    url: "https://notes.example", conflict: .manual, mergesDisjointTexts: true,
    fraction: { 0.5 })

  @Test func `a change that failed before its conflict waits for a person, not for a retry`()
    async throws
  {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let local = SynchronousStore(desk.store)
    try local.update(id: id) { _ in ["body": "mine"] }
    let first = try #require(try local.nextExchange(.drain))
    _ = try local.settle(first, .response(TransportResponse(status: 500)), Self.policy)
    let failed = try #require(try await desk.store.pendingMutations().first)
    guard case .retrying = failed.status else {
      Issue.record("the change is not tried again: \(failed.status)")
      return
    }
    desk.fixture.clock.advance(byMilliseconds: 3_600_000)
    let second = try #require(try local.nextExchange(.drain))
    let error = ConflictError(
      current: PropertiesSnapshot(version: 6, properties: ["title": "A", "body": "theirs"]),
      ancestor: PropertiesSnapshot(version: 5, properties: ["title": "A", "body": "one"]),
      conflictingFields: [], clientPatch: [:],
      mergePolicy: MergePolicy(fields: ["body": .keepBothCopies]))

    _ = try local.settle(
      second,
      .response(
        TransportResponse(
          status: 409, body: Array(JSONEncoder().encode(ErrorEnvelope(error))))),
      Self.policy)

    let parked = try #require(try await desk.store.pendingMutations().first)
    #expect(parked.isInConflict)
    #expect(parked.status == .pending)
    #expect(parked.nextAttemptAt == nil)
  }
}
