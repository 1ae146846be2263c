import Logging
import Synchronization

/// How much of what documents do is logged.
public enum DocumentLogLevel: Int, Comparable, CaseIterable, Sendable {
  case trivial, debug, info, warn, error, fatal

  /// Compares by importance.
  public static func < (one: DocumentLogLevel, other: DocumentLogLevel) -> Bool {
    one.rawValue < other.rawValue
  }

  fileprivate var level: Logging.Logger.Level {
    switch self {
    case .trivial: .trace
    case .debug: .debug
    case .info: .info
    case .warn: .warning
    case .error: .error
    case .fatal: .critical
    }
  }
}

/// The log of documents, which goes through swift-log under the label `marfa.documents`.
///
/// A file that imports `Logging`, too, writes `MarfaSDK.Logger`.
public enum Logger {
  /// The least important messages that are logged; `fatal` unless it is set, since every error is
  /// thrown or reported, too.
  ///
  /// ```swift
  /// Logger.logLevel = .debug
  /// ```
  public static var logLevel: DocumentLogLevel {
    get { DocumentLog.threshold.withLock { $0 } }
    set { DocumentLog.threshold.withLock { $0 = newValue } }
  }
}

/// Where documents log.
enum DocumentLog {
  static let threshold = Mutex(DocumentLogLevel.fatal)

  /// Logs a message, if it is important enough; never with content or a credential.
  static func write(_ level: DocumentLogLevel, _ message: @autoclosure () -> String) {
    guard level >= threshold.withLock({ $0 }) else { return }
    var logger = Logging.Logger(label: "marfa.documents")
    logger.logLevel = level.level
    logger.log(level: level.level, "\(message())")
  }
}
