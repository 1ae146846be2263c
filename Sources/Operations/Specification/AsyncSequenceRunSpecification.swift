import Synchronization

/// A condition that follows a sequence of answers.
///
/// ```swift
/// let (answers, settings) = AsyncStream<Bool>.makeStream()
/// let mayFetch = AsyncSequenceRunSpecification(observing: answers, initialValue: false)
/// let query = PostQuery(id: 1).runAutomatically(while: mayFetch)
/// settings.yield(true)  // the query runs, if it is shown
/// ```
///
/// One task reads the sequence from the start to the release of the condition; an error ends it and
/// leaves the last answer.
public final class AsyncSequenceRunSpecification: OperationRunSpecification {
  private final class Answer: Sendable {
    let value: Mutex<Bool>
    let observers = ObserverList<Bool>()

    init(_ value: Bool) {
      self.value = Mutex(value)
    }
  }

  private let answer: Answer
  private let task: Task<Void, Never>

  /// Begins to iterate; the task ends with the condition.
  ///
  /// - Parameters:
  ///   - sequence: The answers.
  ///   - initialValue: The answer until the first element.
  public init<Answers: AsyncSequence & Sendable>(
    observing sequence: Answers, initialValue: Bool
  ) where Answers.Element == Bool {
    let answer = Answer(initialValue)
    self.answer = answer
    self.task = Task {
      do {
        for try await value in sequence {
          answer.value.withLock { $0 = value }
          answer.observers.send(value)
        }
      } catch {
        // A sequence that fails has no more answers; the last one stays.
      }
    }
  }

  deinit { task.cancel() }

  /// The latest answer.
  public func isSatisfied(in context: OperationContext) -> Bool {
    answer.value.withLock { $0 }
  }

  /// Subscribes to the answers.
  public func subscribe(
    in context: OperationContext, onChange: @escaping @Sendable () -> Void
  ) -> OperationSubscription {
    answer.observers.add { _ in onChange() }
  }
}

extension OperationRunSpecification where Self == AsyncSequenceRunSpecification {
  /// A condition that follows a sequence of answers.
  ///
  /// - Parameters:
  ///   - sequence: The answers.
  ///   - initialValue: The answer until the first element.
  /// - Returns: The condition.
  public static func observing<Answers: AsyncSequence & Sendable>(
    sequence: Answers, initialValue: Bool
  ) -> Self where Answers.Element == Bool {
    AsyncSequenceRunSpecification(observing: sequence, initialValue: initialValue)
  }
}
