import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CredentialTests {
  private func url() throws -> URL { try #require(URL(string: "http://127.0.0.1:1")) }

  @Test func `a kept key opens a client, from memory or from a file`() async throws {
    let folder = try TemporaryDirectory()
    let storages: [any SecureStorage] = [
      InMemoryKeychain(), FileSecureStorage(folder: folder.path + "/keys"),
    ]
    for storage in storages {
      try await MarfaClient.saveToKeychain("marfa_k1_x", account: "home", storage: storage)

      let client = try await MarfaClient.fromKeychain(account: "home", url: url(), storage: storage)

      #expect(client.configuration.apiKey == "marfa_k1_x")
    }
  }

  @Test func `a key that was never kept is asked for`() async throws {
    let address = try url()

    await #expect(throws: UnauthorizedError.self) {
      _ = try await MarfaClient.fromKeychain(
        account: "home", url: address, storage: InMemoryKeychain())
    }
  }

  @Test(arguments: [false, true])
  func `a connection without TLS is refused, unless it is allowed`(allows: Bool) async throws {
    // TEST-NET-1, where nobody answers (RFC 5737); the proxy is not there either.
    let url = try #require(URL(string: "http://192.0.2.1"))
    var configuration = ClientConfiguration()
    configuration.connection = ServerConnectionOptions(
      allowsCleartext: allows, proxy: .url("http://127.0.0.1:1"))
    configuration.retry = .never
    let remote = MarfaClient(url: url, apiKey: "k", configuration: configuration)

    let error = await #expect(throws: NetworkError.self) { _ = try await remote.items.list() }

    #expect((error?.details?["kind"] == "cleartext") == !allows)
  }

  @Test func `a synced client refuses it, too, and keeps what it has to send`() async throws {
    let folder = try TemporaryDirectory()
    let client = try await MarfaClient.synced(
      url: #require(URL(string: "http://192.0.2.1")), apiKey: "k",
      storePath: folder.path + "/notes.sqlite")
    let engine = try #require(client.syncEngine)
    let events = SyncEventReader(engine.events)
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))

    await engine.start()
    let event = try await events.next { if case .failed = $0 { true } else { false } }

    guard case .failed(let error) = event else { return }
    #expect((error as? NetworkError)?.message.contains("not encrypted") == true)
    #expect(try await client.mutationQueue?.fetchAll().map(\.itemId) == [note.id])
    await engine.stop()
  }
}
