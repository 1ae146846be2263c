import Operations
import Synchronization

/// Runs each job at once, on the thread that adds it: a task is over, or waits, when it is made.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// Keeps jobs until a test runs them, one at a time, on the test's thread.
///
/// A run whose parts all prefer it stands still at each of its suspension points in turn.
final class SteppingExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs the oldest job; false if there is none.
  @discardableResult
  func step() -> Bool {
    let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let job else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs until there are none.
  ///
  /// - Parameter limit: The most jobs to run.
  /// - Returns: Whether there are none left.
  func drain(limit: Int = 10_000) -> Bool {
    for _ in 0..<limit where !step() { return true }
    return false
  }
}
