#if OperationsLogging
import Logging

/// Logs how long each run took, whether it succeeded or not.
public struct LogDurationModifier<Operation: OperationRequest>: OperationModifier {
  let logger: Logger?
  let level: Logger.Level

  /// Runs the request and logs one message after it.
  public func run(
    isolation: isolated (any Actor)?, in context: OperationContext, using operation: Operation,
    with continuation: OperationContinuation<Operation.Value, Operation.Failure>
  ) async throws(Operation.Failure) -> Operation.Value {
    let start = context.operationClock.now()
    defer {
      let seconds = context.operationClock.now().timeIntervalSince(start)
      (logger ?? context.operationLogger).log(
        level: level, "Operation run ended",
        metadata: [
          "operation": "\(operation.debugTypeName)", "duration_seconds": "\(seconds)",
        ])
    }
    return try await operation.run(isolation: isolation, in: context, with: continuation)
  }
}

extension OperationRequest {
  /// Logs how long each run took.
  ///
  /// - Parameters:
  ///   - logger: Where to; nil for the context's logger.
  ///   - level: The level of the message.
  /// - Returns: The modified request.
  public func logDuration(
    with logger: Logger? = nil, at level: Logger.Level = .info
  ) -> ModifiedOperation<Self, LogDurationModifier<Self>> {
    modifier(LogDurationModifier(logger: logger, level: level))
  }
}

extension OperationContext {
  /// The logger of runs and issues; one labelled `operations` by default.
  public var operationLogger: Logger {
    get { self[OperationLoggerKey.self] }
    set { self[OperationLoggerKey.self] = newValue }
  }

  private enum OperationLoggerKey: Key {
    static let defaultValue = Logger(label: "operations")
  }
}
#endif
