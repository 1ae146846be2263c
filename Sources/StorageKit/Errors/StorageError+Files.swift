import Foundation

extension StorageError {
  /// What is wrong with a file, for people: its path and the system's reason.
  ///
  /// An error of Foundation describes itself with all its fields, and its sentence names no file.
  ///
  /// - Parameter error: Any error; one that is not of the file system describes itself.
  /// - Returns: Words such as `/proc/notes: No such file or directory`, without a full stop.
  public static func cause(of error: any Error) -> String {
    if let error = error as? POSIXError { return words(for: error.code.rawValue) }
    guard let error = error as? CocoaError else { return String(describing: error) }
    let number = (error.userInfo[NSUnderlyingErrorKey] as? any Error).map { ($0 as NSError).code }
    let words = number.flatMap(Int32.init(exactly:)).map(words) ?? error.localizedDescription
    let path = error.userInfo[NSFilePathErrorKey] as? String
    return path.map { "\($0): \(words)" } ?? words
  }

  private static func words(for number: Int32) -> String { String(cString: strerror(number)) }
}
