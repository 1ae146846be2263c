import Foundation
import Glibc

/// Credentials in the Secret Service of a desktop session, such as GNOME Keyring or KWallet.
///
/// Where there is none, ``FileSecureStorage`` keeps them.
///
/// The service is spoken to by its own program, `secret-tool`; a secret goes through its standard
/// input and output and is in no argument.
public struct SecretServiceStorage: SecureStorage {
  private let program: String
  private let environment: [String: String]

  /// The service of a session; nil where there is no session, or no `secret-tool`.
  ///
  /// - Parameter environment: The variables of the session.
  public init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false else { return nil }
    let programs = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/secret-tool" }
    let found = programs.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let program = found else { return nil }
    (self.program, self.environment) = (program, environment)
  }

  /// Reads a secret; see ``SecureStorage``.
  ///
  /// - Throws: ``SecretServiceError``, or what keeps the program from starting.
  public func secret(service: String, account: String) async throws -> String? {
    let run = try await run(["lookup"], service, account)
    // Nothing is said of a secret that is not there.
    if run.status != 0, run.errors.isEmpty { return nil }
    guard run.status == 0 else { throw SecretServiceError(message: run.errors) }
    return run.output.isEmpty ? nil : run.output
  }

  /// Keeps a secret in place of any former one; see ``SecureStorage``.
  ///
  /// - Throws: ``SecretServiceError``, or what keeps the program from starting.
  public func setSecret(_ secret: String, service: String, account: String) async throws {
    let run = try await run(["store", "--label=\(service) \(account)"], service, account, secret)
    guard run.status == 0 else { throw SecretServiceError(message: run.errors) }
  }

  /// Forgets a secret, if there is one; see ``SecureStorage``.
  ///
  /// - Throws: ``SecretServiceError``, or what keeps the program from starting.
  public func removeSecret(service: String, account: String) async throws {
    let run = try await run(["clear"], service, account)
    guard run.status == 0 || run.errors.isEmpty else {
      throw SecretServiceError(message: run.errors)
    }
  }

  // MARK: - The program

  private struct Run: Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  private func run(
    _ verb: [String], _ service: String, _ account: String, _ input: String? = nil
  ) async throws -> Run {
    let arguments = verb + ["service", service, "account", account]
    return try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: the service may ask the person to unlock it.
      Thread.detachNewThread { [program, environment] in
        continuation.resume(
          with: Result { try Self.run(program, arguments, environment, input) })
      }
    }
  }

  private static func run(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ input: String?
  ) throws -> Run {
    // A program that ends before it has read is an error, and not the end of this one.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let process = Process()
    let (given, output, errors) = (Pipe(), Pipe(), Pipe())
    process.executableURL = URL(filePath: program)
    (process.arguments, process.environment) = (arguments, environment)
    (process.standardInput, process.standardOutput, process.standardError) = (given, output, errors)
    try process.run()
    // What cannot be written the program says itself.
    if let input { try? given.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    try given.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    let wrong = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    func text(_ data: Data) -> String {
      String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
    return Run(status: process.terminationStatus, output: text(said), errors: text(wrong))
  }
}

/// Why the Secret Service gave or kept nothing.
public struct SecretServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The words of the service; no secret is in them.
  public let message: String

  init(message: String) { self.message = message }

  /// What is wrong.
  public var description: String {
    message.isEmpty ? "The Secret Service failed." : "The Secret Service failed: \(message)"
  }
}
