#if OperationsLogging
import Logging
#endif

/// Where issues go.
///
/// With the package's trait `SwiftOperationLogging` they go to the log of the context. Without it,
/// a debug build writes each as a line on standard error, unless a full-screen program has the
/// terminal, and a release build drops them.
///
/// ```swift
/// var context = OperationContext()
/// context.operationIssueReporter = OperationIssueReporter { issue, _ in write("\(issue)") }
/// let client = OperationClient(defaultContext: context)
/// ```
public struct OperationIssueReporter: Sendable {
  private let onIssue: @Sendable (OperationIssue, OperationContext) -> Void

  /// Hands each issue to a closure, which may be called on any thread, never with a lock held.
  public init(_ onIssue: @escaping @Sendable (OperationIssue, OperationContext) -> Void) {
    self.onIssue = onIssue
  }

  /// Drops every issue.
  public static var silent: Self { Self { _, _ in } }

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
      #elseif DEBUG
      IssueOutput.write("Operations: \(issue)")
      #endif
    }
  }
}
