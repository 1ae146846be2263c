#if OperationsLogging
import Logging
#endif

/// Where issues go.
///
/// By default they are written to the log of the context if the package's trait `OperationsLogging`
/// is on, and go nowhere otherwise: a library must not write on the screen of a terminal program.
public struct OperationIssueReporter: Sendable {
  private let onIssue: @Sendable (OperationIssue, OperationContext) -> Void

  /// Creates a reporter from a closure; it may be called on any thread, never with a lock held.
  public init(_ onIssue: @escaping @Sendable (OperationIssue, OperationContext) -> Void) {
    self.onIssue = onIssue
  }

  func report(_ issue: OperationIssue, in context: OperationContext) {
    onIssue(issue, context)
  }
}

extension OperationContext {
  /// Where issues go; see ``OperationIssueReporter`` for the default.
  public var operationIssueReporter: OperationIssueReporter {
    get { self[OperationIssueReporterKey.self] }
    set { self[OperationIssueReporterKey.self] = newValue }
  }

  func report(_ code: OperationIssue.Code, _ detail: String) {
    operationIssueReporter.report(OperationIssue(code, detail), in: self)
  }

  private enum OperationIssueReporterKey: Key {
    static let defaultValue = OperationIssueReporter { issue, context in
      #if OperationsLogging
      context.operationLogger.warning("\(issue)")
      #endif
    }
  }
}
