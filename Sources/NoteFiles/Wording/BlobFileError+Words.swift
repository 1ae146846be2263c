import MarfaSDK

extension BlobFileError: WordedError {
  /// The exit code, with what is wrong and what to do.
  package var failure: CommandFailure {
    switch kind {
    case .notFound:
      CommandFailure(
        .notFound,
        hasUnreadableName
          ? "\(path) cannot be attached: its name is not UTF-8 text. Rename the file first."
          : "The file \(path) does not exist.")
    case .notAFile: CommandFailure(.usage, "\(path): \(detail); only files can be attached.")
    case .unreadable: CommandFailure(.failure, "\(path) cannot be read: \(detail).")
    case .changed:
      CommandFailure(.failure, "\(path): \(detail); nothing was attached. Try again.")
    case .tooLarge: CommandFailure(.refused, tooLarge(path))
    case .tooMany: CommandFailure(.refused, "\(path) was not attached: \(tooMany).")
    case .noRoom: CommandFailure(.storeUnusable, noRoom)
    case .damaged:
      CommandFailure(
        .failure, "The file \(path) is damaged; nothing of it was written. Attach it again.")
    case .damagedOnServer:
      CommandFailure(
        .failure,
        "The server's copy of \(path) is damaged; nothing of it was kept. `marfa sync` on a device "
          + "that has the file sends it again.")
    case .missing: CommandFailure(.notFound, "\(path): \(detail).")
    case .failed: CommandFailure(.failure, "\(path): \(detail).")
    }
  }

  /// What is wrong, where the path is seen next to it.
  package var sentence: String {
    switch kind {
    case .notFound where hasUnreadableName:
      "Its name is not UTF-8 text. Rename the file first."
    case .notFound: "The file does not exist."
    case .notAFile: "\(Self.capitalized(detail)); only files can be attached."
    case .unreadable: "It cannot be read: \(detail)."
    case .tooLarge: tooLarge("It")
    case .tooMany: "\(Self.capitalized(tooMany))."
    default: failure.message ?? "\(Self.capitalized(detail))."
    }
  }

  /// Whether the path only resembles that of the file, whose name is no text.
  private var hasUnreadableName: Bool { path.contains("\u{fffd}") }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// That a file is too large, and how much.
  private func tooLarge(_ name: String) -> String {
    guard let size, let limit else { return "\(name) is larger than the server takes." }
    let (own, most) = (ByteWords.size(size), ByteWords.size(limit))
    return own == most
      ? "\(name) is a little larger than the \(most) that the server takes."
      : "\(name) is too large: \(own), and the server takes \(most) at most."
  }

  /// How many files the note has, and how many it may have.
  private var tooMany: String {
    guard let size, let limit else { return detail }
    return
      "the note has \(size) \(size == 1 ? "file" : "files"), and the server takes \(limit) at most"
  }

  /// How much room there is, and how much is needed.
  private var noRoom: String {
    let advice = "Make some room there, and try again."
    guard let size, let limit else {
      return "The disk of \(path) has no room for the file: \(detail). \(advice)"
    }
    return "The disk of \(path) has no room for the file: it has \(ByteWords.size(size)), and "
      + "\(ByteWords.size(limit)) are left for files. \(advice)"
  }
}
