import Foundation

/// The environment of this process.
enum ProcessEnvironment {
  /// Its variables now.
  static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
