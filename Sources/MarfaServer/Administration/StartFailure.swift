import Foundation
import Glibc
import MarfaModel
import NIOCore

/// Why the server does not start, in words for its administrator.
public struct StartFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do.
  public let description: String

  /// Takes each part as it is.
  public init(_ description: String) {
    self.description = description
  }

  /// The failure that an error of the store or the network means.
  init(_ error: any Error, settings: ServerSettings) {
    switch error {
    case let failure as StartFailure: self = failure
    case let failure as StoreFailure: self.init(failure.description)
    case let failure as IOError where failure.errnoCode == EADDRINUSE:
      self.init(
        "Port \(settings.port) on \(settings.host) is in use; stop the program that uses it or choose "
          + "another --port.")
    case let failure as IOError where failure.errnoCode == EACCES:
      self.init(
        "Port \(settings.port) cannot be used by this user; ports below 1024 need privileges.")
    case let failure as IOError where failure.errnoCode == EADDRNOTAVAIL:
      self.init("This machine has no address \(settings.host); choose another --host.")
    case let failure as any MarfaError: self.init(failure.message)
    default: self.init(Self.cause(of: error))
    }
  }

  /// What is wrong with a file, for people: its path and the system's reason.
  ///
  /// - Parameter error: Any error; one that is not of the file system describes itself.
  /// - Returns: Words without a full stop.
  public static func cause(of error: any Error) -> String {
    FileFailure.cause(of: error)
  }
}
