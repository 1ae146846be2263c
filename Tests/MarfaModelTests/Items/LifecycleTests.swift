import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct LifecycleTests {
  @Test func `exactly the documented steps are allowed`() {
    let allowed: Set<[ItemState]> = [
      [.active, .archived], [.active, .trashed], [.archived, .active], [.archived, .trashed],
      [.trashed, .active],
    ]

    for from in ItemState.allCases {
      for to in ItemState.allCases where from != to {
        #expect(Lifecycle.allows(from, to: to) == allowed.contains([from, to]), "\(from) \(to)")
      }
    }
    #expect(Lifecycle.allows(.active, to: .revoked, ofType: "system.app"))
    #expect(!Lifecycle.allows(.active, to: .trashed, ofType: "system.app"))
  }

  @Test func `a refused step names both states`() {
    let error = #expect(throws: ValidationError.self) {
      try Lifecycle.validateTransition(from: .trashed, to: .archived, ofType: "core.note")
    }

    #expect(error?.code == ErrorCode.invalidTransition)
    #expect(error?.details?["from"] == "trashed")
  }

  @Test func `the trash is due after its days and not before`() {
    let trashed = Timestamp(milliseconds: 0)

    #expect(!Lifecycle.isPurgeDue(trashedAt: trashed, now: .init(milliseconds: 5_183_999_999)))
    #expect(Lifecycle.isPurgeDue(trashedAt: trashed, now: .init(milliseconds: 5_184_000_000)))
  }

  @Test func `the tier is the client's, then the credential's, then the library`() {
    let type = "core.note"

    #expect(Lifecycle.tier(ofType: type, requested: .feed, credentialDefault: .library) == .feed)
    #expect(Lifecycle.tier(ofType: type, requested: nil, credentialDefault: .feed) == .feed)
    #expect(Lifecycle.tier(ofType: type, requested: nil) == .library)
    #expect(Lifecycle.tier(ofType: "system.app", requested: .feed) == nil)
  }
}
