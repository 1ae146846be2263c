/// Who drives a store, as other processes see it: the lock, and the report in the lock's file.
struct EngineSeat {
  /// The lock's file; nil where nobody else can drive the store.
  let path: String?
  private var lock: EngineLock?
  private var report = EngineReport()
  /// Whether something was refused or failed, so that it is neither on the server nor on its way.
  var hasLeftovers = false

  /// A seat that is not taken.
  ///
  /// - Parameter path: The lock's file; nil where nobody else can drive the store.
  init(_ path: String?) { self.path = path }

  /// Whether another process may have it.
  var isWanting: Bool { path != nil && lock == nil }

  /// Takes it, unless another process has it.
  ///
  /// - Returns: Whether it is taken now.
  /// - Throws: `NetworkError` when the lock's file cannot be opened.
  mutating func take() throws -> Bool {
    guard let path, lock == nil else { return true }
    lock = try EngineLock.take(path)
    return lock != nil
  }

  /// Takes it with a lock that was waited for.
  mutating func take(_ lock: EngineLock) { self.lock = lock }

  /// Lets another process have it.
  mutating func leave() { lock = nil }

  /// Goes on from what the process before has reported.
  mutating func continueReport() {
    guard let path, let former = EngineReport.read(path)?.report else { return }
    (report.syncedAt, report.exchangedAt) = (former.syncedAt, former.exchangedAt)
    (report.isSettled, report.isKeyUnknown) = (former.isSettled, former.isKeyUnknown)
  }

  /// Reports the engine's state.
  ///
  /// - Parameters:
  ///   - standing: The state.
  ///   - attempt: The number of the connection that it is of.
  mutating func tell(_ standing: EngineStanding, attempt: Int) {
    report.take(standing)
    report.attempt = attempt
    lock?.write(report)
  }

  /// Whether something was not reported yet.
  func isNews(_ standing: EngineStanding) -> Bool {
    var next = report
    next.take(standing)
    return next != report
  }

  /// Reports that everything is on the server, apart from what was refused or failed.
  ///
  /// - Parameter time: Now, in milliseconds since 1970.
  mutating func tellSynced(at time: Int64) {
    (report.exchangedAt, report.isSettled) = (time, true)
    if !hasLeftovers { report.syncedAt = time }
    lock?.write(report)
  }

  /// Reports that something was exchanged; at most once a second.
  ///
  /// - Parameter time: Now, in milliseconds since 1970.
  mutating func tellExchanged(at time: Int64) {
    if let last = report.exchangedAt, last <= time, time < last + 1_000 { return }
    report.exchangedAt = time
    lock?.write(report)
  }

  /// Reports that nobody knows whether everything is on the server: the connection starts over, or
  /// failed.
  mutating func tellUnsettled() {
    guard report.isSettled == true else { return }
    report.isSettled = nil
    lock?.write(report)
  }

  /// When everything was on the server last, in milliseconds since 1970; nil for never.
  var syncedAt: Int64? { report.syncedAt }

  /// When something was exchanged last, in milliseconds since 1970, to the second; nil for never.
  var exchangedAt: Int64? { report.exchangedAt }
}
