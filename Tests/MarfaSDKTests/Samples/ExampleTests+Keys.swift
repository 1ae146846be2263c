import Foundation
import MarfaSDK
import TestSupport
import Testing

/// The examples of keys.
extension ExampleTests {
  @Test func `a key that ends is asked for again`() async throws {
    let address = try #require(URL(string: "https://notes.example.org"))
    let key = "marfa_k1_ended"
    @Sendable func printedKey() async throws -> String? { "marfa_k1_next" }

    let credential = TransportCredential(key) { try await printedKey() }
    let transport = CurlTransport(url: address, credential: credential)

    #expect(MarfaClient(transport: transport).store == nil)
    #expect(await credential.key == "marfa_k1_ended")
  }

  @Test func `a key is kept in a file`() async throws {
    let directory = try TemporaryDirectory()
    let address = try #require(URL(string: "https://notes.example.org"))
    let (folder, key) = (directory.path + "/keys", "marfa_k1_secret")

    let storage = FileSecureStorage(folder: folder)
    try await MarfaClient.saveToKeychain(key, account: "notes.example.org", storage: storage)
    let client = try await MarfaClient.fromKeychain(
      account: "notes.example.org", url: address, storage: storage)

    #expect(client.store == nil)
    #expect(
      try await storage.secret(
        service: MarfaClient.keychainService, account: "notes.example.org") == key)
  }
}
