import MarfaSDK

extension Device {
  /// The changes that wait or were refused.
  var queue: MutationQueue { MutationQueue(store: store) }

  /// Refuses, from now on, each request that a test picks; batches are taken apart first.
  func refuse(_ picks: @escaping @Sendable (String, String) -> Bool) {
    line.hide("/mutations")
    line.setFault { request in
      guard picks(request.method, request.path) else { return nil }
      return .answer(
        TransportResponse(
          status: 400,
          body: Array(#"{"error":{"code":"validation_error","message":"Not today."}}"#.utf8)))
    }
  }

  /// Does some work, and waits until the server has refused something of it.
  func refused(after work: @Sendable () async throws -> Void) async throws {
    let events = try events()
    try await work()
    _ = try await events.next { if case .mutationDropped = $0 { true } else { false } }
    try await events.untilSynced()
  }
}
