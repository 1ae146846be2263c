import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct SecretServiceStorageTests {
  /// A folder with a program that answers as `secret-tool` does, from files.
  private func session(
    _ folder: TemporaryFolder, script: String = Self.script
  ) throws -> [String: String] {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let program = folder.path("secret-tool")
    try script.write(toFile: program, atomically: true, encoding: .utf8)
    #expect(chmod(program, 0o700) == 0)
    return [
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none", "STORE": folder.url.path,
      "PATH": folder.url.path + ":/usr/bin:/bin",
    ]
  }

  private static let script = """
    #!/bin/sh
    verb=$1
    shift
    echo "$verb $*" >> "$STORE/arguments"
    if [ "$verb" = store ]; then shift; fi
    file="$STORE/$2@$4"
    case $verb in
      store) cat > "$file" ;;
      lookup) test -f "$file" && cat "$file" ;;
      clear) rm -f "$file" ;;
    esac

    """

  @Test func `a secret is kept until it is removed, and is in no argument`() async throws {
    let folder = TemporaryFolder()
    let storage = try #require(SecretServiceStorage(environment: session(folder)))
    #expect(try await storage.secret(service: "marfa.sdk", account: "ana") == nil)

    try await storage.setSecret("one", service: "marfa.sdk", account: "ana")
    try await storage.setSecret("s3cret word", service: "marfa.sdk", account: "ana")

    #expect(try await storage.secret(service: "marfa.sdk", account: "ana") == "s3cret word")
    #expect(try await storage.secret(service: "marfa.sdk", account: "ben") == nil)
    let arguments = try String(contentsOfFile: folder.path("arguments"), encoding: .utf8)
    #expect(arguments.contains("store --label=marfa.sdk ana service marfa.sdk account ana"))
    #expect(!arguments.contains("s3cret"))
    try await storage.removeSecret(service: "marfa.sdk", account: "ana")
    #expect(try await storage.secret(service: "marfa.sdk", account: "ana") == nil)
  }

  @Test func `a service that fails says so`() async throws {
    let folder = TemporaryFolder()
    let storage = try #require(
      SecretServiceStorage(
        environment: session(folder, script: "#!/bin/sh\necho 'It is locked.' >&2\nexit 1\n")))

    await #expect(throws: SecretServiceError.self) {
      try await storage.setSecret("one", service: "s", account: "a")
    }
    await #expect(throws: SecretServiceError.self) {
      try await storage.secret(service: "s", account: "a")
    }
  }

  @Test func `without a session or its program there is no service`() throws {
    let folder = TemporaryFolder()
    var environment = try session(folder)
    environment["PATH"] = "/nowhere"
    #expect(SecretServiceStorage(environment: environment) == nil)
    environment = try session(folder)
    environment["DBUS_SESSION_BUS_ADDRESS"] = nil
    #expect(SecretServiceStorage(environment: environment) == nil)
  }
}
