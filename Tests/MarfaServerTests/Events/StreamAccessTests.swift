import MarfaServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct StreamAccessTests {
  @Test func `a key is looked up once a beat, however many streams it has`() async throws {
    let lookups = Mutex<[String]>([])
    let access = StreamAccess { id in
      lookups.withLock { $0.append(id) }
      return FullAccess()
    }

    for beat in 1...2 {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for stream in 0..<100 {
          group.addTask { try await access.access(ofKey: "key \(stream % 2)", at: beat) != nil }
        }
        for try await isAllowed in group { #expect(isAllowed) }
      }
    }

    #expect(lookups.withLock { $0.sorted() } == ["key 0", "key 0", "key 1", "key 1"])
  }

  @Test func `a revoked key is known at the next beat`() async throws {
    let isRevoked = Mutex(false)
    let access = StreamAccess { _ in isRevoked.withLock { $0 } ? nil : FullAccess() }

    #expect(try await access.access(ofKey: "key", at: 1) != nil)
    isRevoked.withLock { $0 = true }

    #expect(try await access.access(ofKey: "key", at: 2) == nil)
    // A stream that lags a beat behind is not told what was true then.
    #expect(try await access.access(ofKey: "key", at: 1) == nil)
  }
}
