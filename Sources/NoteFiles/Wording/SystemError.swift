import Glibc

/// The system's words for its error numbers.
package enum SystemError {
  /// The words for a number, such as `Permission denied`.
  package static func sentence(_ number: Int32) -> String {
    String(cString: strerror(number))
  }
}
