import MarfaSDK

extension BlobFileError: WordedError {
  /// The exit code, with what is wrong and what to do.
  package var failure: CommandFailure {
    switch kind {
    case .notFound: CommandFailure(.notFound, "The file \(path) does not exist.")
    case .notAFile: CommandFailure(.usage, "\(path): \(detail); only files can be attached.")
    case .unreadable: CommandFailure(.failure, "\(path) cannot be read: \(detail).")
    case .changed:
      CommandFailure(.failure, "\(path): \(detail); nothing was attached. Try again.")
    case .tooLarge: CommandFailure(.refused, "\(path): \(detail).")
    case .noRoom:
      CommandFailure(.storeUnusable, "The disk has no room for the file: \(detail).")
    case .damaged:
      CommandFailure(
        .failure, "The file \(path) is damaged; nothing of it was written. Attach it again.")
    case .missing: CommandFailure(.notFound, "\(path): \(detail).")
    case .failed: CommandFailure(.failure, "\(path): \(detail).")
    }
  }
}
