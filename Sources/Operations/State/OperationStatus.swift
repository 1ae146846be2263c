/// What a screen shows of an operation.
public enum OperationStatus<Value: Sendable, Failure: Error>: Sendable {
  /// There is nothing to show yet.
  case idle
  /// At least one run is going on.
  case loading
  /// The latest run or write ended with this result.
  case result(Result<Value, Failure>)
  /// The latest run was cancelled.
  case cancelled
}

extension OperationStatus {
  /// Whether there is nothing to show yet.
  public var isIdle: Bool {
    if case .idle = self { true } else { false }
  }

  /// Whether a run is going on.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Whether the latest result is a value.
  public var isSuccessful: Bool { resultValue != nil }

  /// Whether the latest result is an error.
  public var isFailure: Bool { resultError != nil }

  /// Whether the latest run was cancelled.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }

  /// Whether nothing runs and something has ended.
  public var isFinished: Bool {
    switch self {
    case .idle, .loading: false
    case .result, .cancelled: true
    }
  }

  /// The value, if the latest result is one.
  public var resultValue: Value? {
    if case .result(.success(let value)) = self { value } else { nil }
  }

  /// The error, if the latest result is one.
  public var resultError: Failure? {
    if case .result(.failure(let error)) = self { error } else { nil }
  }

  /// The same status with its value transformed.
  public func mapSuccess<NewValue>(
    _ transform: (Value) -> NewValue
  ) -> OperationStatus<NewValue, Failure> {
    flatMapSuccess { .success(transform($0)) }
  }

  /// The same status with its value turned into another result.
  public func flatMapSuccess<NewValue>(
    _ transform: (Value) -> Result<NewValue, Failure>
  ) -> OperationStatus<NewValue, Failure> {
    switch self {
    case .idle: .idle
    case .loading: .loading
    case .cancelled: .cancelled
    case .result(let result): .result(result.flatMap(transform))
    }
  }
}

extension OperationStatus: Equatable where Value: Equatable, Failure: Equatable {}
