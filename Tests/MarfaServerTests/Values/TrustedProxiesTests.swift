import HTTPTypes
import MarfaModel
import Testing

@testable import MarfaServer

/// Whose word about a caller's address is taken.
@Suite(.timeLimit(.minutes(20))) struct TrustedProxiesTests {
  private func caller(
    _ proxies: String, peer: String?, plain: [String] = [], named: [String] = []
  ) throws -> String {
    var headers = HTTPFields()
    headers[values: .xForwardedFor] = plain
    headers[values: .forwarded] = named
    return try #require(TrustedProxies(proxies)).caller(peer: peer, headers)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var proxies = "127.0.0.1, 10.0.0.0/8"
    var peer: String? = "127.0.0.1"
    var plain: [String] = []
    var named: [String] = []
    var caller: String
    var testDescription: String { "\(proxies) \(peer ?? "-") \(plain) \(named)" }
  }

  @Test(arguments: [
    // A peer that is no proxy says nothing about others.
    Case(peer: "192.0.2.7", plain: ["198.51.100.1"], caller: "192.0.2.7"),
    Case(proxies: "", plain: ["198.51.100.1"], caller: "127.0.0.1"),
    Case(peer: nil, plain: ["198.51.100.1"], caller: ""),
    // A proxy's word, and not what the caller wrote before it.
    Case(plain: ["198.51.100.1"], caller: "198.51.100.1"),
    Case(plain: ["203.0.113.9, 198.51.100.1"], caller: "198.51.100.1"),
    Case(plain: ["203.0.113.9", "198.51.100.1"], caller: "198.51.100.1"),
    Case(plain: ["198.51.100.1, 10.1.2.3"], caller: "198.51.100.1"),
    Case(plain: ["10.9.9.9, 10.1.2.3"], caller: "10.9.9.9"),
    Case(plain: ["198.51.100.1:4711"], caller: "198.51.100.1"),
    Case(plain: ["198.51.100.1, unknown"], caller: "127.0.0.1"),
    Case(plain: ["198.51.100.1, nobody, 10.1.2.3"], caller: "10.1.2.3"),
    Case(caller: "127.0.0.1"),
    Case(named: ["for=198.51.100.1;proto=https;by=10.0.0.1"], caller: "198.51.100.1"),
    Case(named: [#"for=203.0.113.9, For="[2001:db8::1]:4711""#], caller: "2001:db8::1"),
    Case(named: ["for=_hidden"], caller: "127.0.0.1"),
    // One header that the proxy writes, and one that it passes on.
    Case(plain: ["198.51.100.1"], named: ["for=203.0.113.9"], caller: "127.0.0.1"),
    Case(plain: ["198.51.100.1"], named: ["for=198.51.100.1"], caller: "198.51.100.1"),
    // IPv6, and IPv4 within it.
    Case(proxies: "fd00::/8", peer: "fd12::1", plain: ["2001:db8::5"], caller: "2001:db8::5"),
    Case(proxies: "fd00::/8", peer: "fe80::1", plain: ["2001:db8::5"], caller: "fe80::1"),
    Case(peer: "::ffff:127.0.0.1", plain: ["198.51.100.1"], caller: "198.51.100.1"),
    Case(
      proxies: "10.0.0.0/9", peer: "10.128.0.1", plain: ["198.51.100.1"], caller: "10.128.0.1"),
    Case(
      proxies: "10.0.0.0/9", peer: "10.127.0.1", plain: ["198.51.100.1"], caller: "198.51.100.1"),
  ])
  func `the caller is the last address that no proxy of the list has`(given: Case) throws {
    let found = try caller(
      given.proxies, peer: given.peer, plain: given.plain, named: given.named)

    #expect(found == given.caller)
  }

  @Test(arguments: [
    "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::1/129", "1.2.3", "/8",
  ])
  func `a text that is no network is refused`(text: String) {
    #expect(TrustedProxies(text) == nil)
  }

  @Test func `the setting reads and prints networks`() throws {
    let settings = try ServerConfiguration.settings(
      file: ("server.yaml", "trusted_proxies: 127.0.0.1 10.0.0.0/8,::1\n"), environment: [:])

    #expect(settings.trustedProxies.description == "127.0.0.1, 10.0.0.0/8, ::1")
    let failure = #expect(throws: ServerConfiguration.Failure.self) {
      try ServerConfiguration.settings(
        file: ("server.yaml", "trusted_proxies: nginx\n"), environment: [:])
    }
    #expect(failure.map { "\($0)" }?.contains("addresses") == true)
  }
}
