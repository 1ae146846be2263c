import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct FileSecureStorageTests {
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `a secret is kept for its owner alone until it is removed`() async throws {
    let folder = TemporaryFolder()
    let storage = FileSecureStorage(folder: folder.path("keys"))
    #expect(try await storage.secret(service: "marfa.sdk", account: "ana") == nil)

    try await storage.setSecret("one", service: "marfa.sdk", account: "ana")
    try await storage.setSecret("two", service: "marfa.sdk", account: "ana")

    #expect(try await storage.secret(service: "marfa.sdk", account: "ana") == "two")
    #expect(try await storage.secret(service: "marfa.sdk", account: "ben") == nil)
    #expect(mode(folder.path("keys")) == 0o700)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("keys"))
    #expect(files == ["marfa.sdk@ana"])
    #expect(mode(folder.path("keys/marfa.sdk@ana")) == 0o600)

    try await storage.removeSecret(service: "marfa.sdk", account: "ana")
    try await storage.removeSecret(service: "marfa.sdk", account: "ana")

    #expect(try await storage.secret(service: "marfa.sdk", account: "ana") == nil)
  }

  @Test(arguments: [0o640, 0o604, 0o666] as [mode_t])
  func `a file that others may read is refused, with what to do`(mode: mode_t) async throws {
    let folder = TemporaryFolder()
    let storage = FileSecureStorage(folder: folder.path("keys"))
    try await storage.setSecret("one", service: "s", account: "a")
    let path = folder.path("keys/s@a")
    #expect(chmod(path, mode) == 0)

    let error = await #expect(throws: FileSecureStorageError.self) {
      try await storage.secret(service: "s", account: "a")
    }

    #expect(error?.code == .readableByOthers)
    #expect(error.map { String(describing: $0).contains("chmod 600 '\(path)'") } == true)
    #expect(error.map { String(describing: $0).contains("one") } == false)
  }

  @Test func `names cannot leave the folder`() async throws {
    let folder = TemporaryFolder()
    let storage = FileSecureStorage(folder: folder.path("keys"))

    try await storage.setSecret("one", service: "../a/b", account: "x@y z")

    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("keys"))
    #expect(files == ["..%2Fa%2Fb@x%40y%20z"])
    #expect(try await storage.secret(service: "../a/b", account: "x@y z") == "one")
  }

  @Test func `a draft that a crash left is not in the way`() async throws {
    let folder = TemporaryFolder()
    let storage = FileSecureStorage(folder: folder.path("keys"))
    try await storage.setSecret("one", service: "s", account: "a")
    try Data("half".utf8).write(to: URL(filePath: folder.path("keys/s@a.new")))

    try await storage.setSecret("two", service: "s", account: "a")

    #expect(try await storage.secret(service: "s", account: "a") == "two")
    #expect(mode(folder.path("keys/s@a")) == 0o600)
  }

  @Test func `a folder that cannot be made is an error`() async throws {
    let storage = FileSecureStorage(folder: "/proc/marfa/keys")

    let error = await #expect(throws: FileSecureStorageError.self) {
      try await storage.setSecret("one", service: "s", account: "a")
    }

    #expect(error?.code == .unwritable)
  }
}
