import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct InMemoryKeychainTests {
  @Test func `a secret is kept by service and account until it is removed`() async throws {
    let keychain: any SecureStorage = InMemoryKeychain()

    try await keychain.setSecret("one", service: "marfa.sdk", account: "ana")
    try await keychain.setSecret("two", service: "marfa.sdk", account: "ana")

    #expect(try await keychain.secret(service: "marfa.sdk", account: "ana") == "two")
    #expect(try await keychain.secret(service: "marfa.sdk", account: "ben") == nil)
    #expect(try await keychain.secret(service: "other", account: "ana") == nil)

    try await keychain.removeSecret(service: "marfa.sdk", account: "ana")

    #expect(try await keychain.secret(service: "marfa.sdk", account: "ana") == nil)
  }
}
