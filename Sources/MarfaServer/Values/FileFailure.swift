import Foundation
import Glibc

/// What is wrong with a file.
enum FileFailure {
  /// The path and the system's reason, for people.
  ///
  /// - Parameter error: Any error; one that is not of the file system describes itself.
  /// - Returns: Words without a full stop.
  static func cause(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return String(describing: error) }
    let number = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { ($0 as NSError).code }
    let words =
      number.flatMap(Int32.init(exactly:)).map { String(cString: strerror($0)) }
      ?? error.localizedDescription
    let path = error.userInfo[NSFilePathErrorKey] as? String
    return path.map { "\($0): \(words)" } ?? words
  }
}
