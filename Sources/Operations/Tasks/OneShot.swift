import Synchronization

/// A value that comes once, with waiters that can each be cancelled alone.
final class OneShot<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
    var cancelled: Set<Int> = []
    var nextWaiter = 0
  }

  private let state = Mutex(State())

  /// The value, if it has come.
  var value: Value? { state.withLock { $0.value } }

  /// Gives the value to all waiters.
  ///
  /// - Parameter value: The value.
  /// - Returns: False if there was one already; that one stays.
  @discardableResult
  func fulfil(_ value: Value) -> Bool {
    let waiters = state.withLock { state -> [CheckedContinuation<Value?, Never>]? in
      guard state.value == nil else { return nil }
      state.value = value
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    waiters?.forEach { $0.resume(returning: value) }
    return waiters != nil
  }

  /// Waits for the value, or until the current task is cancelled, which gives nil.
  func valueUnlessCancelled() async -> Value? {
    let waiter = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return await withTaskCancellationHandler {
      await suspend(waiter)
    } onCancel: {
      cancel(waiter)
    }
  }

  /// Waits for the value, cancelled or not.
  func valueInAnyCase() async -> Value {
    while true {
      let waiter = state.withLock { state in
        state.nextWaiter += 1
        return state.nextWaiter
      }
      if let value = await suspend(waiter) { return value }
    }
  }

  private func suspend(_ waiter: Int) async -> Value? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> Value?? in
        if let value = state.value { return .some(value) }
        if state.cancelled.remove(waiter) != nil { return .some(nil) }
        state.waiters[waiter] = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func cancel(_ waiter: Int) {
    let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      if let continuation = state.waiters.removeValue(forKey: waiter) { return continuation }
      if state.value == nil { state.cancelled.insert(waiter) }
      return nil
    }
    continuation?.resume(returning: nil)
  }
}
