import Foundation
import Glibc

/// Credentials in one file each, which nobody but its owner may read.
///
/// ```swift
/// let storage = FileSecureStorage(folder: folder)
/// try await MarfaClient.saveToKeychain(key, account: "notes.example.org", storage: storage)
/// let client = try await MarfaClient.fromKeychain(
///   account: "notes.example.org", url: address, storage: storage)
/// ```
///
/// The folder has the mode 0700 and each file 0600. A file that its group or others may read is
/// refused: another user may have read the credential already.
public actor FileSecureStorage: SecureStorage {
  private let folder: String

  /// Keeps credentials in a folder, which is made when the first is kept.
  ///
  /// - Parameter folder: The folder's path.
  public init(folder: String) { self.folder = folder }

  /// Reads a secret; see ``SecureStorage``.
  ///
  /// - Throws: ``FileSecureStorageError``.
  public func secret(service: String, account: String) throws -> String? {
    let path = path(service, account)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileSecureStorageError(.unreadable, path, errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileSecureStorageError(.unreadable, path, errno)
    }
    guard status.st_mode & 0o077 == 0 else { throw FileSecureStorageError(.readableByOthers, path) }
    var bytes = [UInt8](repeating: 0, count: Self.maximumSize)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw FileSecureStorageError(.unreadable, path, errno) }
    var text = String(decoding: bytes[..<count], as: UTF8.self)
    // An editor ends a line that a person typed.
    while text.last?.isNewline == true { text.removeLast() }
    return text.isEmpty ? nil : text
  }

  /// Keeps a secret in place of any former one; see ``SecureStorage``.
  ///
  /// The file is written under another name and renamed, so that a reader sees the old or the new.
  ///
  /// - Throws: ``FileSecureStorageError``; the former secret is still there then.
  public func setSecret(_ secret: String, service: String, account: String) throws {
    let path = path(service, account)
    guard secret.utf8.count < Self.maximumSize else {
      throw FileSecureStorageError(.unwritable, path, EFBIG)
    }
    try makeFolder()
    let draft = path + ".new"
    // One that a former crash left has the wrong mode, or somebody else's.
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileSecureStorageError(.unwritable, path, errno) }
    let bytes = Array(secret.utf8)
    let isWritten =
      write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let number = errno
    close(descriptor)
    guard isWritten else {
      unlink(draft)
      throw FileSecureStorageError(.unwritable, path, number)
    }
    guard rename(draft, path) == 0 else {
      let number = errno
      unlink(draft)
      throw FileSecureStorageError(.unwritable, path, number)
    }
  }

  /// Forgets a secret, if there is one; see ``SecureStorage``.
  ///
  /// - Throws: ``FileSecureStorageError``; the secret is still there then.
  public func removeSecret(service: String, account: String) throws {
    let path = path(service, account)
    guard unlink(path) == 0 || errno == ENOENT else {
      throw FileSecureStorageError(.unwritable, path, errno)
    }
  }

  /// The most bytes of a secret.
  private static let maximumSize = 64 << 10

  private func makeFolder() throws {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileSecureStorageError(.unwritable, folder, errno)
    }
  }

  /// A name that only letters, digits, `.`, `_` and `-` are in, whatever the words are.
  private func path(_ service: String, _ account: String) -> String {
    "\(folder)/\(PercentEncoding.query(service))@\(PercentEncoding.query(account))"
  }
}

/// Why a credential cannot be read or kept.
public struct FileSecureStorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The file's group, or others, may read it.
    case readableByOthers
    /// The file cannot be written or removed.
    case unwritable
  }

  /// What kind it is.
  public let code: Code
  /// The file.
  public let path: String
  /// The system's error number, or 0.
  public let number: Int32

  init(_ code: Code, _ path: String, _ number: Int32 = 0) {
    self.code = code
    self.path = path
    self.number = number
  }

  /// What is wrong and what to do; holds no secret.
  public var description: String {
    switch code {
    case .readableByOthers:
      "Other users can read \(path); run `chmod 600 '\(path)'` and consider a new key."
    case .unreadable: "\(path) cannot be read: \(String(cString: strerror(number)))."
    case .unwritable: "\(path) cannot be written: \(String(cString: strerror(number)))."
    }
  }
}
