import Synchronization

/// Holds up every caller until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var cancelled: Set<Int> = []
    var next = 0
    var arrivals = 0
    var arrivalWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Waits until the gate is open; throws if the task is cancelled first.
  func pass() async throws {
    let id = newId()
    let passed = await withTaskCancellationHandler {
      await wait(id)
    } onCancel: {
      let waiter = state.withLock { state -> CheckedContinuation<Bool, Never>? in
        if let waiter = state.waiters.removeValue(forKey: id) { return waiter }
        state.cancelled.insert(id)
        return nil
      }
      waiter?.resume(returning: false)
    }
    if !passed { throw CancellationError() }
  }

  /// Waits until the gate is open, cancelled or not.
  func passIgnoringCancellation() async {
    _ = await wait(newId())
  }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    waiters.forEach { $0.resume(returning: true) }
  }

  /// Waits until that many have come to the gate.
  func arrival(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.arrivals >= count { return true }
        state.arrivalWaiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func newId() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  private func wait(_ id: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      let (answer, arrived) = state.withLock { state in
        state.arrivals += 1
        let arrived = state.arrivalWaiters.filter { $0.count <= state.arrivals }
        state.arrivalWaiters.removeAll { $0.count <= state.arrivals }
        // Who was cancelled on the way here does not pass a gate that was opened afterwards.
        if state.cancelled.remove(id) != nil { return (Optional(false), arrived) }
        if state.isOpen { return (true, arrived) }
        state.waiters[id] = continuation
        return (nil, arrived)
      }
      arrived.forEach { $0.continuation.resume() }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}

/// A queue of values to wait for.
final class Signal<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var waiters: [CheckedContinuation<Value, Never>] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.values.count } }

  func send(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      guard !state.waiters.isEmpty else {
        state.values.append(value)
        return nil
      }
      return state.waiters.removeFirst()
    }
    waiter?.resume(returning: value)
  }

  func next() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        guard !state.values.isEmpty else {
          state.waiters.append(continuation)
          return nil
        }
        return state.values.removeFirst()
      }
      if let value { continuation.resume(returning: value) }
    }
  }

  /// Waits for values until one meets the condition.
  @discardableResult
  func first(where condition: (Value) -> Bool) async -> Value {
    while true {
      let value = await next()
      if condition(value) { return value }
    }
  }
}

/// A list that several threads add to.
final class Log<Element: Sendable>: Sendable {
  private let contents = Mutex<[Element]>([])

  var elements: [Element] { contents.withLock { $0 } }
  var count: Int { contents.withLock { $0.count } }

  func add(_ element: Element) {
    contents.withLock { $0.append(element) }
  }

  func clear() {
    // Released outside the lock: elements may come back to the list at their end.
    _ = contents.withLock { contents in
      let old = contents
      contents = []
      return old
    }
  }
}

/// A number that several threads change.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  @discardableResult
  func increment() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}

/// A truth that several threads read and set.
final class Flag: Sendable {
  private let truth: Mutex<Bool>

  init(_ truth: Bool = false) {
    self.truth = Mutex(truth)
  }

  var isSet: Bool { truth.withLock { $0 } }

  func set(_ newTruth: Bool = true) {
    truth.withLock { $0 = newTruth }
  }
}
