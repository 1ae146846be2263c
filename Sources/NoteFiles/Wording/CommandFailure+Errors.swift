import Foundation
import MarfaSDK
import Settings

extension CommandFailure {
  /// The meaning of any error for the shell and the person.
  package init(_ error: any Error) {
    if let problem = CertificateProblem(error) {
      self = problem.failure
      return
    }
    switch error {
    case let failure as CommandFailure: self = failure
    case is CancellationError: self.init(.interrupted, "Interrupted.")
    case let error as AmbiguousIdError: self.init(.usage, Self.sentence(error))
    case let error as NotFoundError: self.init(.notFound, error.message)
    case let error as ConflictError: self.init(.conflict, error.message)
    case let error as ValidationError where error.isAboutTrash:
      self.init(.usage, "The note is in the trash; restore it first.")
    case let error as ValidationError: self.init(.usage, error.message)
    case let error as LocalStorageError: self.init(error.storage)
    case let error as NetworkError where error.status == 429:
      self.init(.offline, Self.within("The server asks to wait", error.message))
    case let error as NetworkError:
      self.init(.offline, Self.within("The exchange with the server failed", error.message))
    case let error as UnauthorizedError: self.init(.auth, error.message)
    case let error as ForbiddenError: self.init(.refused, error.message)
    case let error as FileSecureStorageError: self.init(.auth, error.description)
    // Before the errors that have only the API's words.
    case let error as any WordedError: self = error.failure
    case let error as any MarfaError:
      self.init(error.status == 409 ? .conflict : .failure, error.message)
    case let error as StorageError: self.init(error)
    case let error as ConfigurationEdit.Failure: self.init(.usage, Self.sentence(error))
    case let error as POSIXError:
      self.init(.failure, "\(SystemError.sentence(error.code.rawValue)).")
    case let error as DirectoryWatcherError:
      self.init(.failure, "\(error.directory): \(SystemError.sentence(error.code)).")
    case let error as CocoaError: self.init(.failure, StorageError.cause(of: error) + ".")
    default: self.init(.failure, String(describing: error))
    }
  }

  /// What the network's library or the server says, within a sentence; which of both it was is not
  /// known.
  package static func within(_ sentence: String, _ words: String) -> String {
    let detail = words.hasSuffix(".") ? String(words.dropLast()) : words
    if detail.isEmpty { return sentence + "." }
    // "SSL connect error" begins with a name.
    let isName = detail.dropFirst().first?.isUppercase ?? false
    let inSentence = isName ? detail : detail.prefix(1).lowercased() + detail.dropFirst()
    return "\(sentence): \(inSentence)."
  }

  private init(_ error: StorageError) {
    if error.code == .cancelled {
      self.init(.interrupted, "Interrupted.")
    } else {
      self.init(.storeUnusable, Self.sentence(error))
    }
  }

  private static func sentence(_ error: StorageError) -> String {
    let cause = error.detail.isEmpty ? "" : " (\(error.detail))"
    switch error.code {
    case .corrupt: return "The notes' database is damaged\(cause); run `marfa doctor`."
    case .readOnly: return "The notes' database is read-only\(cause)."
    case .diskFull: return "The disk is full; nothing was changed."
    case .newerVersion:
      return "The notes were written by a newer version of marfa; update marfa."
    case .editedMigration:
      return "The notes were written by a build of marfa with different tables; export them with "
        + "that build (`marfa export json`) and import them into a new folder with this one."
    case .busy: return "Another program has locked the notes' database; try again."
    case .cannotOpen: return "The notes' database cannot be opened\(cause)."
    default: return "The notes' database failed while \(error.operation)\(cause)."
    }
  }

  /// The meaning of a name that several items have, with where they are.
  ///
  /// - Parameters:
  ///   - error: The items.
  ///   - places: The paths of their notebooks, by the items' ids.
  package init(_ error: AmbiguousIdError, places: [String: String]) {
    self.init(.usage, Self.sentence(error, places))
  }

  private static func sentence(
    _ error: AmbiguousIdError, _ places: [String: String] = [:]
  ) -> String {
    let short = Set(error.candidates.map { ShortId.text(of: $0.id) })
    let isShort = short.count == error.candidates.count
    let lines = error.candidates.map { candidate in
      "  \(isShort ? ShortId.text(of: candidate.id) : candidate.id)  \(candidate.title)"
        + (places[candidate.id].map { "  in \($0)" } ?? "")
    }
    return ([error.message] + lines).joined(separator: "\n")
  }

  /// The sentence about an option that there is not; the hint ends with a question mark.
  package static func noOption(_ name: String, _ hint: String) -> String {
    "Unknown option “\(name)”\(hint)" + (hint.isEmpty ? "." : "")
  }

  private static func sentence(_ error: ConfigurationEdit.Failure) -> String {
    switch error {
    case .unknownOption(let name, let hint): noOption(name, hint)
    case .invalidValue(let name, let problem): "\(name) \(problem)."
    case .unreadable(let diagnostic): diagnostic.description
    case .needsHand(let name):
      "\(name) can only be changed by hand, in the configuration file."
    }
  }
}

extension ValidationError {
  /// Whether it refuses a step from the trash to anywhere but back.
  fileprivate var isAboutTrash: Bool {
    code == ErrorCode.invalidTransition
      && details?["from"]?.stringValue == ItemState.trashed.rawValue
  }
}
