import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SyncSettingsTests {
  private let pin = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  private func read(_ text: String) -> (server: SyncSettings, remarks: [String]) {
    let (configuration, diagnostics) = ConfigurationReader.read(text, file: "config.yaml")
    return (configuration.server, diagnostics.map(\.description))
  }

  @Test func `every option of the server is read without remarks`() {
    let text = """
      server:
        url: https://notes.example.org/marfa
        ca_file: /etc/ssl/home.pem
        pin: \(pin)
        allow_cleartext: true
        device: laptop
        token_command: pass marfa
      """

    let (server, remarks) = read(text)

    var expected = SyncSettings()
    expected.url = "https://notes.example.org/marfa"
    expected.certificateFile = "/etc/ssl/home.pem"
    expected.pin = pin
    expected.allowsCleartext = true
    expected.device = "laptop"
    expected.tokenCommand = "pass marfa"
    #expect(server == expected)
    #expect(remarks == [])
  }

  @Test(arguments: [
    ("url: notes.example.org", "must look like https://notes.example.org"),
    ("url: ftp://notes.example.org", "must look like https://notes.example.org"),
    ("url: https://", "must look like https://notes.example.org"),
    ("url: https://notes.example.org/?a=b", "must not hold ? or #"),
    ("pin: sha256/abc", "must be sha256/ and 44 characters of base64, as a refusal prints it"),
    ("pin: md5/AAAA", "must be sha256/ and 44 characters of base64, as a refusal prints it"),
    ("allow_cleartext: perhaps", "must be true or false, found 'perhaps'"),
  ])
  func `a bad value is reported with its place and leaves the default`(
    line: String, problem: String
  ) {
    let name = line.prefix { $0 != ":" }

    let (server, remarks) = read("server:\n  \(line)\n")

    #expect(server == SyncSettings())
    #expect(remarks == ["config.yaml:2:\(name.count + 5): error: 'server.\(name)' \(problem)"])
  }

  @Test func `a password in an address is refused and never repeated`() {
    let (server, remarks) = read("server: {url: \"https://dee:hunter2@notes.example.org\"}")

    #expect(server.url == nil)
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains("must not hold a user or a password") == true)
    #expect(remarks.first?.contains("hunter2") == false)
  }

  @Test(arguments: ["token", "api_key", "password", "Secret"])
  func `a credential in the file is refused and never repeated`(name: String) {
    let (server, remarks) = read("server:\n  \(name): marfa_k1_hidden\n")

    #expect(server == SyncSettings())
    #expect(
      remarks == [
        "config.yaml:2:3: error: 'server.\(name)' is ignored: a key does not belong in this file; "
          + "remove it, run `marfa login` or set server.token_command"
      ])
  }

  @Test(arguments: [
    ("http://notes.example.org", true), ("http://10.0.0.7:8080", true), ("http://127.1.evil", true),
    ("http://localhost:8080", false), ("http://127.0.0.1:8080", false), ("http://[::1]:80", false),
    ("https://notes.example.org", false),
  ])
  func `an address without encryption is reported beyond this machine only`(
    url: String, isReported: Bool
  ) {
    let (server, remarks) = read("mouse: true\nserver:\n  url: \"\(url)\"\n")

    #expect(server.url == url)
    #expect(
      remarks
        == (isReported
          ? [
            "config.yaml:2:1: error: 'server.url' is not encrypted and leads beyond this machine; "
              + "use https:// or set server.allow_cleartext"
          ] : []))
    #expect(read("server: {url: \"\(url)\", allow_cleartext: true}").remarks == [])
  }

  @Test func `a credential cannot be set on the command line either`() {
    #expect(
      throws: ConfigurationEdit.Failure.unknownOption(
        name: "server.token",
        hint: "; `marfa login` stores the key, and no file of settings holds it.")
    ) {
      try ConfigurationEdit.setting("server.token", to: "x", in: "")
    }
  }

  @Test func `an option of the server is set next to the others`() throws {
    let text = try ConfigurationEdit.setting(
      "server.url", to: "https://notes.example.org", in: "server:\n  device: laptop # mine\n")

    let (server, remarks) = read(text)

    #expect(server.url == "https://notes.example.org")
    #expect(server.device == "laptop")
    #expect(text.contains("# mine"))
    #expect(remarks == [])
  }
}
