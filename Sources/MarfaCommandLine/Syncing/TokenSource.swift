import Foundation
import Glibc
import MarfaSDK
import NoteFiles
import Settings

/// Where `marfa login` takes the key from.
struct TokenSource {
  /// The file that was named; `-` is standard input.
  let file: String?
  /// Whether nobody may be asked.
  let isNonInteractive: Bool

  /// The most bytes of a key.
  private static let maximumSize = 64 << 10

  /// Reads the key; nil when the token command of the settings has it.
  ///
  /// - Parameters:
  ///   - session: The streams.
  ///   - settings: The server of the configuration.
  /// - Returns: The key.
  /// - Throws: `CommandFailure`, which repeats nothing of what was read.
  func key(_ session: CommandSession, _ settings: SyncSettings) async throws -> String? {
    if let file, file != "-" { return try Self.checked(read(session.host.absolute(file))) }
    if file == nil, settings.tokenCommand != nil { return nil }
    if file == "-" || !session.host.streams.isInputTerminal {
      if file == nil, isNonInteractive { throw Self.missing }
      return try Self.checked(session.inputText())
    }
    guard !isNonInteractive, let typed = session.host.askSecret("Key for \(settings.url ?? ""): ")
    else { throw Self.missing }
    return try Self.checked(typed)
  }

  private static let missing = CommandFailure(
    .usage, "Give the key with --token-file or on standard input.")

  private func read(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw CommandFailure(.usage, "\(path): \(SystemError.sentence(errno)).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw CommandFailure(.usage, "\(path) is not a file.")
    }
    // What comes through a pipe, such as <(pass marfa), has no mode that counts.
    guard status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o077 == 0 else {
      throw CommandFailure(
        .auth,
        "Other users can read \(path); run `chmod 600 '\(path)'` and consider a new key.")
    }
    var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
    var count = 0
    while count < bytes.count {
      let read = bytes[count...].withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { break }
      count += read
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private static func checked(_ text: String) throws -> String {
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !key.isEmpty else { throw CommandFailure(.usage, "No key was given.") }
    guard key.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }) else {
      throw CommandFailure(.usage, "What was given is not a key: one word of ASCII characters.")
    }
    return key
  }
}
