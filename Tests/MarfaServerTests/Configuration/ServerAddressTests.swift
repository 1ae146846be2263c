import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerAddressTests {
  @Test(arguments: [
    ("127.0.0.1", "http://127.0.0.1:8600"), ("::1", "http://[::1]:8600"),
    ("notes.example", "http://notes.example:8600"),
  ])
  func `the address is one that a client takes`(host: String, address: String) {
    var settings = ServerSettings()
    settings.host = host

    #expect(settings.address(port: 8600) == address)
  }

  @Test func `with a certificate it is https`() {
    var settings = ServerSettings()
    settings.tlsCertificateFile = "chain.pem"

    #expect(settings.address(port: 1) == "https://127.0.0.1:1")
  }
}
