import Foundation

/// Brings blobs from the server when somebody wants them, each once however many do.
///
/// What came before a break is kept, also over a restart, and the rest is asked for. Nothing gets
/// its place before its bytes have been compared with its hash.
package actor BlobDownloader {
  /// Receives how many bytes of how many are here; 0 in all where the server does not say.
  package typealias ProgressHandler = @Sendable (_ received: Int64, _ total: Int64) -> Void

  /// How often in a row a download may break without a byte.
  private static let patience = 5

  private struct Work {
    /// Says whether the blob went to the file of its only caller.
    let task: Task<Bool, any Error>
    /// Those who wait for it.
    var callers: [Int: Caller] = [:]
    var received: Int64 = 0
    var total: Int64 = 0
  }

  private struct Caller {
    /// Is called with the progress.
    let onProgress: ProgressHandler
    /// The file that the blob is for.
    let file: String?
  }

  private let store: LocalStore
  let transport: any Transport
  private let quota: Int64
  private let sleep: @Sendable (Duration) async throws -> Void
  private let fraction: @Sendable () -> Double
  private var running: [String: Work] = [:]
  /// What nobody wants any more and has not ended yet.
  private var ending: [String: Task<Bool, any Error>] = [:]
  private var nextCaller = 0

  /// Does nothing before the first download is asked for.
  ///
  /// - Parameters:
  ///   - store: The notes, and the place of the files.
  ///   - transport: The way to the server.
  ///   - quota: Bytes of the server's blobs that are kept here, at most.
  ///   - sleep: Waits between attempts.
  ///   - fraction: A random number from 0 up to but not including 1.
  package init(
    store: LocalStore, transport: any Transport, quota: Int64,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    (self.store, self.transport, self.quota) = (store, transport, quota)
    (self.sleep, self.fraction) = (sleep, fraction)
  }

  /// Brings a blob here, or to the file that it is for.
  ///
  /// One that would take more than a quarter of the room for blobs is not kept here as well, unless
  /// somebody else waits for it or it belongs to a pinned item.
  ///
  /// - Parameters:
  ///   - hash: The blob.
  ///   - file: A new file that is going to have the bytes; nil when they are only wanted here.
  ///   - onProgress: Called with the progress; at once when it is on its way already.
  /// - Returns: Whether the bytes are in the file and not here.
  /// - Throws: `NotFoundError` when the server does not have it, another `MarfaError` that it
  ///   answers, `NetworkError`, `BlobFileError` (`.damagedOnServer` when its bytes are other ones),
  ///   or `CancellationError`; what came is kept.
  @discardableResult
  package func fetch(
    _ hash: String, for file: String? = nil, onProgress: ProgressHandler? = nil
  ) async throws -> Bool {
    nextCaller += 1
    let caller = nextCaller
    var work = running[hash] ?? begin(hash)
    if !work.callers.isEmpty { onProgress?(work.received, work.total) }
    work.callers[caller] = Caller(onProgress: onProgress ?? { _, _ in }, file: file)
    running[hash] = work
    let task = work.task
    defer {
      leave(caller, hash)
      // It has ended now.
      if ending[hash] == task { ending[hash] = nil }
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await self.leave(caller, hash) }
    }
  }

  /// A download that begins when the one that was given up has ended: both have one file.
  private func begin(_ hash: String) -> Work {
    let former = ending[hash]
    return Work(
      task: Task {
        _ = await former?.result
        return try await self.download(hash)
      })
  }

  /// Takes a caller away, once; what nobody wants any more is given up.
  private func leave(_ caller: Int, _ hash: String) {
    guard running[hash]?.callers.removeValue(forKey: caller) != nil,
      let work = running[hash], work.callers.isEmpty
    else { return }
    running[hash] = nil
    ending[hash] = work.task
    work.task.cancel()
  }

  private func tell(_ hash: String, _ received: Int64, _ total: Int64) {
    running[hash]?.received = received
    running[hash]?.total = total
    for caller in (running[hash]?.callers ?? [:]).values { caller.onProgress(received, total) }
  }

  // MARK: - One blob

  private func download(_ hash: String) async throws -> Bool {
    let partial = try await PartialBlob.open(hash, in: store.blobs)
    var hasher = BlobHasher()
    var failures = 0
    var damages = 0
    while true {
      try Task.checkCancellation()
      let before = try await partial.size()
      do {
        let headers = try await receive(partial, from: before, &hasher)
        if let size = try await partial.verify(hasher) {
          if try await give(partial, size) { return true }
          try await partial.place()
          let mimeType = headers["content-type"] ?? MediaTypes.unknown
          try await store.keepBlob(hash, mimeType: mimeType, size: size)
          try await evict(keeping: hash)
          return false
        }
        damages += 1
        hasher = BlobHasher()
        if damages >= 2 { throw await error(ofDamaged: hash, headers) }
      } catch let error as NetworkError {
        failures = try await partial.size() > before ? 1 : failures + 1
        guard failures < Self.patience else { throw error }
        try await wait(failures, nil)
      } catch let busy as Busy {
        failures += 1
        guard failures < Self.patience else { throw busy.error }
        try await wait(failures, busy.retryAfter)
      }
    }
  }

  /// The error about bytes that came damaged twice; the server looks at its own first, and asks
  /// those who have the right ones for them.
  private func error(
    ofDamaged hash: String, _ headers: [String: String]
  ) async -> any Error {
    // A server with extensions names the blob; without a readable profile none is assumed.
    if headers["etag"]?.contains(hash) != true,
      (try? await store.serverProfile())?.serverId != nil
    {
      return Self.foreign
    }
    // It is only asked to help.
    _ = try? await transport.rawRequest(
      method: "HEAD", path: "/blobs/" + hash, query: [URLQueryItem(name: "verify", value: "true")],
      headers: [:], body: nil)
    return Self.damaged(hash)
  }

  private static func damaged(_ hash: String) -> BlobFileError {
    BlobFileError(.damagedOnServer, hash, "its bytes on the server are damaged")
  }

  /// Gives a large blob to the only one who waits for it.
  ///
  /// - Returns: Whether it went to a file.
  private func give(_ partial: PartialBlob, _ size: Int64) async throws -> Bool {
    guard size > quota / 4, try await !store.isPinned(blob: partial.hash),
      let file = takeFile(partial.hash)
    else { return false }
    return try await partial.move(to: file)
  }

  /// The file of the only caller; who comes later begins another download.
  private func takeFile(_ hash: String) -> String? {
    guard let work = running[hash], work.callers.count == 1,
      let file = work.callers.values.first?.file
    else { return nil }
    running[hash] = nil
    ending[hash] = work.task
    return file
  }

  /// A server that may answer otherwise later.
  private struct Busy: Error {
    var error: any MarfaError
    var retryAfter: Duration?
  }

  private func wait(_ failures: Int, _ retryAfter: Duration?) async throws {
    let policy = RetryPolicy(maximumAttempts: .max)
    let delay = policy.delay(
      afterAttempts: failures, retryAfter: retryAfter, fraction: fraction())
    try await sleep(delay ?? policy.cap)
  }

  /// Receives what is missing, and hashes it as it comes; what came before an error is kept, too.
  ///
  /// - Returns: The header fields of the answer.
  private func receive(
    _ partial: PartialBlob, from start: Int64, _ hasher: inout BlobHasher
  ) async throws -> [String: String] {
    var headers: [String: String] = [:]
    if start > 0 { headers["Range"] = "bytes=\(start)-" }
    // Only the newest number matters, and the thread that reports it must not wait.
    let (numbers, told) = AsyncStream<Int64>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let receiver = BlobReceiver(
      partial, from: start, hasher, largestKept: largestKept(partial.hash)
    ) {
      told.yield($0)
    }
    async let progress: Void = tellProgress(numbers, of: receiver)
    let result: Result<TransportResponse, any Error>
    do {
      result = .success(
        try await transport.download(
          path: "/blobs/" + partial.hash, headers: headers, to: receiver))
    } catch {
      result = .failure(error)
    }
    told.finish()
    await progress
    let end = try await BlobThreads.run { try receiver.end() }
    hasher = end?.hasher ?? hasher
    let answer = try result.get()
    guard let end else { return try await receiveOther(answer, partial, from: start, &hasher) }
    // A body that is no longer read ends like a whole one.
    try Task.checkCancellation()
    tell(partial.hash, end.offset, receiver.total)
    if receiver.total > 0, end.offset < receiver.total {
      throw NetworkError(message: "The connection ended before the file did.")
    }
    return answer.headers
  }

  /// The most bytes of a blob that stays here: any, but where the only one who waits has a file for
  /// it.
  private func largestKept(_ hash: String) -> Int64 {
    let callers = running[hash]?.callers.values.map(\.file) ?? []
    return callers.count == 1 && callers.first != .some(nil) ? quota / 4 : .max
  }

  private func tellProgress(_ numbers: AsyncStream<Int64>, of receiver: BlobReceiver) async {
    for await offset in numbers { tell(receiver.hash, offset, receiver.total) }
  }

  /// Goes on after an answer that has none of the bytes that are missing.
  private func receiveOther(
    _ answer: TransportResponse, _ partial: PartialBlob, from start: Int64,
    _ hasher: inout BlobHasher
  ) async throws -> [String: String] {
    guard start > 0, [206, 416].contains(answer.status) else {
      throw Self.error(answer, for: partial.hash)
    }
    // All of it is here, or nothing of it belongs here: comparing says which.
    let total = answer.headers["content-range"].flatMap(ContentRange.init)?.total
    if answer.status == 416, total == start { return [:] }
    try await BlobThreads.run { _ = try partial.writer(at: 0, BlobHasher()) }
    hasher = BlobHasher()
    return try await receive(partial, from: 0, &hasher)
  }

  private static func error(_ answer: TransportResponse, for hash: String) -> any Error {
    guard let error = answer.error() else {
      return APIError(
        code: ErrorCode.internalError, message: "The server answered \(answer.status).",
        status: answer.status)
    }
    // A failure of the server that is about the blob: its file has another size there.
    if answer.status == 500, error.details?["hash"] == .string(hash) { return damaged(hash) }
    if RetryPolicy.isTransient(status: answer.status) {
      return Busy(error: error, retryAfter: answer.retryAfter)
    }
    return answer.isForeign ? foreign : error
  }

  private static let foreign = Busy(
    error: NetworkError(message: TransportResponse.foreignWords), retryAfter: nil)

  /// Removes what was wanted longest ago, until the rest is within the quota.
  private func evict(keeping hash: String) async throws {
    for hash in try await store.evictBlobs(quota: quota, keeping: hash) {
      try await store.blobs.remove(hash)
    }
  }
}
