/// Files that are here and that the server had once: it is asked whether it still has them whole.
///
/// Those that it lacks, because it lost or damaged them, are sent again.
package struct LostBlobs: Sendable {
  /// How long an answer counts, in milliseconds: a day.
  private static let validity: Int64 = 86_400_000

  private let store: LocalStore
  private let requests: UploadRequests

  /// A search of a store's files.
  package init(store: LocalStore, transport: any Transport) {
    self.init(store: store, requests: UploadRequests(files: store.blobs, transport: transport))
  }

  init(store: LocalStore, requests: UploadRequests) {
    (self.store, self.requests) = (store, requests)
  }

  /// Offers what the server lacks, unless it was asked less than a day ago.
  ///
  /// - Throws: `StorageError` or `CancellationError`; a server that does not answer is asked
  ///   another time.
  func offerDaily() async throws {
    let now = store.environment.clock.now.milliseconds
    if let last = try await store.blobsConfirmedAt(), (0..<Self.validity).contains(now - last) {
      return
    }
    try await offer()
  }

  /// Asks a server that can be asked about many, and offers what it lacks.
  ///
  /// - Throws: `StorageError` or `CancellationError`; a server that does not answer is asked
  ///   another time.
  package func offer() async throws {
    guard try await store.serverProfile().knowsBlobs else { return }
    var rest = try await store.blobsOnServer()[...]
    while !rest.isEmpty {
      let asked = Array(rest.prefix(UploadStateMachine.askedAtOnce))
      rest = rest.dropFirst(asked.count)
      guard let there = try await requests.known(asked) else { return }
      let lost = asked.filter { !there.contains($0) }
      if !lost.isEmpty { try await store.offerAgain(lost) }
    }
    try await store.noteBlobsConfirmed()
  }
}
