import CCurl
import Foundation
import Synchronization

/// One thread that runs a multi handle and the jobs of the actor that belongs to it.
///
/// Each turn of the thread runs the waiting jobs, then what cancelled tasks left, then libcurl,
/// then the ends of transfers; it sleeps in `curl_multi_poll` until a connection moves or
/// `curl_multi_wakeup` is called. The thread starts with the first job, and libcurl is loaded on it
/// by the first transfer, so that a program that never speaks to a server pays for neither.
///
/// `@unchecked`: what is neither constant nor locked in `shared` is touched on the thread only.
final class CurlLoop: SerialExecutor, @unchecked Sendable {
  private struct Shared {
    var jobs: [UnownedJob] = []
    var cancelled: [Int] = []
    var unpaused: [Int] = []
    /// Ends a wait; nil until the multi handle is there.
    var wakeable: WakeHandle?
    var isStarted = false
    var isEnding = false
  }

  /// The multi handle for other threads; `@unchecked`: it is only used under the lock, while open.
  private struct WakeHandle: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer
  }

  private let shared = Mutex(Shared())
  /// Wakes the thread while there is no multi handle.
  private let signal = DispatchSemaphore(value: 0)
  private let options: HTTPTransportOptions
  private var multi: UnsafeMutableRawPointer?
  private var transfers: [Int: Transfer] = [:]
  private var identities: [UnsafeMutableRawPointer: Int] = [:]
  private var nextIdentity = 0

  init(options: HTTPTransportOptions) {
    self.options = options
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // The job may end the actor and with it this object, while this method still runs.
    let own = Unmanaged.passRetained(self)
    defer { own.release() }
    let mustStart = shared.withLock { shared in
      shared.jobs.append(job)
      defer { shared.isStarted = true }
      return !shared.isStarted
    }
    if mustStart { start() }
    wake()
  }

  private func start() {
    let thread = Thread { [self] in run() }
    thread.name = "marfa-http"
    thread.start()
  }

  /// Ends the thread when its jobs are done; may be called on any thread.
  func end() {
    shared.withLock { $0.isEnding = true }
    wake()
  }

  /// Ends a transfer with `cancelled`; may be called on any thread, also after its end.
  func cancel(_ identity: Int) {
    shared.withLock { $0.cancelled.append(identity) }
    wake()
  }

  /// Lets a transfer go on whose reader was slow; may be called on any thread.
  func unpause(_ identity: Int) {
    shared.withLock { $0.unpaused.append(identity) }
    wake()
  }

  private func wake() {
    let isAwake = shared.withLock { shared in
      guard let handle = shared.wakeable else { return false }
      // Without the lock, `close` could free the handle first.
      _ = marfa_multi_wakeup(handle.multi)
      return true
    }
    if !isAwake { signal.signal() }
  }

  // MARK: - On the thread

  private func run() {
    while true {
      let (jobs, isEnding) = shared.withLock { shared in
        defer { shared.jobs.removeAll() }
        return (shared.jobs, shared.isEnding)
      }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
      handleRequests()
      performTransfers()
      if isEnding, jobs.isEmpty, transfers.isEmpty { break }
      if jobs.isEmpty { sleep() }
    }
    close()
  }

  private func sleep() {
    guard let multi else {
      signal.wait()
      return
    }
    // libcurl's own timers shorten it; the limit only bounds what a lost wake-up would cost.
    _ = marfa_multi_poll(multi, 60_000)
  }

  private func handleRequests() {
    let (cancelled, unpaused) = shared.withLock { shared in
      defer {
        shared.cancelled.removeAll()
        shared.unpaused.removeAll()
      }
      return (shared.cancelled, shared.unpaused)
    }
    for identity in cancelled {
      finish(identity, HTTPTransportError(.cancelled, "The request was cancelled."))
    }
    for identity in unpaused { transfers[identity]?.unpause() }
  }

  private func performTransfers() {
    guard let multi, !transfers.isEmpty else { return }
    var running: Int32 = 0
    _ = marfa_multi_perform(multi, &running)
    for transfer in transfers.values { transfer.deliver() }
    var result = CURLE_OK
    while let easy = marfa_multi_next_done(multi, &result) {
      guard let identity = identities[easy] else { continue }
      finish(identity, transfers[identity]?.error(for: result))
    }
  }

  /// Takes a transfer out and reports its end; nil for a success.
  private func finish(_ identity: Int, _ error: HTTPTransportError?) {
    guard let transfer = transfers.removeValue(forKey: identity), let multi else { return }
    identities[transfer.easy] = nil
    _ = marfa_multi_remove(multi, transfer.easy)
    transfer.finish(error)
  }

  private func close() {
    shared.withLock { $0.wakeable = nil }
    if let multi { marfa_multi_cleanup(multi) }
    multi = nil
  }

  // MARK: - For the actor, on the thread

  /// Lets the server of a transfer, which may be over, be silent for another time.
  func allow(silence: Duration, in identity: Int) {
    transfers[identity]?.allow(silence: silence)
  }

  /// A number that no transfer has had.
  func makeIdentity() -> Int {
    nextIdentity += 1
    return nextIdentity
  }

  /// Loads libcurl and opens the multi handle, unless that is done.
  ///
  /// - Throws: `libraryMissing`.
  func prepare() throws(HTTPTransportError) {
    guard multi == nil else { return }
    if let reason = marfa_curl_load() {
      throw HTTPTransportError(
        .libraryMissing,
        "libcurl cannot be used (\(String(cString: reason))); install the package libcurl4.")
    }
    guard let multi = marfa_multi_init() else {
      throw HTTPTransportError(.libraryMissing, "libcurl is out of memory.")
    }
    _ = marfa_multi_set_long(
      multi, CURLMOPT_MAX_HOST_CONNECTIONS, options.maximumConnectionsPerHost)
    self.multi = multi
    shared.withLock { $0.wakeable = WakeHandle(multi: multi) }
  }

  /// Starts a transfer.
  ///
  /// - Throws: What the transfer's own preparation throws; it is not started then.
  func add(_ transfer: Transfer, as identity: Int) throws(HTTPTransportError) {
    try prepare()
    try transfer.configure(options)
    guard let multi, marfa_multi_add(multi, transfer.easy) == CURLM_OK else {
      throw HTTPTransportError(.other, "libcurl refused the request.")
    }
    transfers[identity] = transfer
    identities[transfer.easy] = identity
  }
}
