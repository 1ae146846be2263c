/// How the latest finished update of a state went.
///
/// It is kept as a value rather than derived from two dates, so that a clock that does not move
/// cannot confuse it.
public enum OperationOutcome: Hashable, Sendable {
  /// Nothing has happened yet, or the state was reset.
  case none
  /// The latest update was a value.
  case success
  /// The latest update was an error.
  case failure
  /// The latest run was cancelled; the value and the error are those from before.
  case cancelled
}

/// Why a result reached a state or an event handler.
public enum OperationResultUpdateReason: Hashable, Sendable {
  /// The run yielded it and goes on.
  case yieldedResult
  /// The run returned or threw it.
  case returnedFinalResult
}

extension OperationContext {
  /// Why the current result was received; nil outside the handling of a result.
  public internal(set) var operationResultUpdateReason: OperationResultUpdateReason? {
    get { self[OperationResultUpdateReasonKey.self] }
    set { self[OperationResultUpdateReasonKey.self] = newValue }
  }

  private enum OperationResultUpdateReasonKey: Key {
    static let defaultValue: OperationResultUpdateReason? = nil
  }
}
