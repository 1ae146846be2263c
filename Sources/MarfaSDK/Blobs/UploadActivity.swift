import Synchronization

/// How far the uploads of this process are, for everybody who shows them: nothing of it is stored.
package final class UploadActivity: Sendable {
  private struct State {
    var current: [String: UploadReport] = [:]
    var next = 0
    var lastReading = 0
    var listeners: [Int: AsyncStream<UploadReport>.Continuation] = [:]
  }

  private let state = Mutex(State())

  /// The last report of each upload that is not over.
  package var current: [String: UploadReport] { state.withLock { $0.current } }

  /// What is known now, then what happens.
  var reports: AsyncStream<UploadReport> {
    // A slow reader loses what is old; each report says everything about its blob.
    let (stream, continuation) = AsyncStream<UploadReport>.makeStream(
      bufferingPolicy: .bufferingNewest(1_000))
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      for report in state.current.values { continuation.yield(report) }
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  /// A file begins to be read for its hash.
  ///
  /// - Parameter name: What a person calls it.
  /// - Returns: What reports how far its reading is, until its end.
  func beginReading(_ name: String) -> FileReading {
    let number = state.withLock { state in
      state.lastReading += 1
      return state.lastReading
    }
    let reading = FileReading(activity: self, id: "reading \(number)", name: name)
    reading.report(0, of: 0)
    return reading
  }

  /// Tells everybody.
  func tell(_ report: UploadReport) {
    let listeners = state.withLock { state in
      state.current[report.hash] = report.phase.isOver ? nil : report
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.yield(report) }
  }
}
