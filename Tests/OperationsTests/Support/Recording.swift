import Operations
import Synchronization

/// What a handler was told, in words.
final class EventRecorder: Sendable {
  private let log = Log<String>()

  var events: [String] { log.elements }

  func clear() { log.clear() }

  func handler<Value, Failure>(
    of type: QueryState<Value, Failure>.Type = QueryState<Value, Failure>.self
  ) -> QueryEventHandler<Value, Failure> {
    let log = log
    return QueryEventHandler<Value, Failure>(
      onStateChanged: { state, _ in
        let value = state.currentValue.map { "\($0)" } ?? "nil"
        log.add("state \(value)\(state.isLoading ? " loading" : "")")
      },
      onRunStarted: { _ in log.add("started") },
      onRunEnded: { _ in log.add("ended") },
      onResultReceived: { result, context in
        let reason = context.operationResultUpdateReason == .yieldedResult ? "yield" : "final"
        switch result {
        case .success(let value): log.add("\(reason) \(value)")
        case .failure(let error): log.add("\(reason) error \(type_name(error))")
        }
      })
  }
}

private func type_name(_ error: some Error) -> String { "\(type(of: error as any Error))" }

/// The issues that were reported.
final class IssueLog: Sendable {
  private let log = Log<OperationIssue>()

  var codes: [OperationIssue.Code] { log.elements.map(\.code) }
  var issues: [OperationIssue] { log.elements }

  var reporter: OperationIssueReporter {
    let log = log
    return OperationIssueReporter { issue, _ in log.add(issue) }
  }

  var context: OperationContext {
    var context = OperationContext()
    context.operationIssueReporter = reporter
    return context
  }
}

extension OperationContext {
  /// A context with a manual clock and no waits.
  static func testing(clock: some OperationClock = ManualClock()) -> OperationContext {
    var context = OperationContext()
    context.operationClock = clock
    context.operationDelayer = .noDelay
    return context
  }
}

/// A condition that is set by hand.
final class TestSpecification: OperationRunSpecification {
  private struct State {
    var isSatisfied: Bool
    var observers: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  private let state: Mutex<State>

  init(_ isSatisfied: Bool) {
    state = Mutex(State(isSatisfied: isSatisfied))
  }

  var observerCount: Int { state.withLock { $0.observers.count } }

  func isSatisfied(in context: OperationContext) -> Bool { state.withLock { $0.isSatisfied } }

  func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = onChange
      return state.next
    }
    return OperationSubscription { [weak self] in
      self?.state.withLock { state in state.observers[id] = nil }
    }
  }

  func send(_ isSatisfied: Bool) {
    let observers = state.withLock { state in
      state.isSatisfied = isSatisfied
      return state.observers
    }
    observers.values.forEach { $0() }
  }
}

/// An object in a context, whose release says that the context was released.
final class Witness: Sendable {
  enum Key: OperationContext.Key {
    static let defaultValue: Witness? = nil
  }
}
