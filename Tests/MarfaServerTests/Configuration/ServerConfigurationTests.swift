import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerConfigurationTests {
  private func settings(
    _ text: String, _ environment: [String: String] = [:]
  ) throws -> ServerSettings {
    try ServerConfiguration.settings(file: ("server.yaml", text), environment: environment)
  }

  @Test func `without a file and variables the documented defaults hold`() throws {
    let settings = try ServerConfiguration.settings()

    #expect(settings.host == "127.0.0.1")
    #expect(settings.port == 8600)
    #expect(settings.rateLimits.requests == 1000)
    #expect(settings.rateLimits.windowSeconds == 60)
    #expect(settings.maximumBlobSize == 50_000_000)
    #expect(settings.maximumSubscribers == 100)
    #expect(settings.trashRetentionDays == 60)
    #expect(settings.eventRetentionDays == 30)
    #expect(settings.eventRetentionCount == 1_000_000)
  }

  @Test func `without them what a request costs and what stays on the disk is bounded`() throws {
    let settings = try ServerConfiguration.settings()

    #expect(settings.minimumFreeSpace == 512 << 20)
    #expect(settings.logLimits.eventBytes == 1 << 30)
    #expect(settings.logLimits.answerBytes == 256 << 20)
    #expect(settings.recordLimits.historyFactor == 10)
    #expect(settings.recordLimits.atomicEntries == 500)
    #expect(settings.recordLimits.sliceEntries == 50)
    #expect(settings.recordLimits.sliceTime <= .milliseconds(20))
    #expect(settings.readLimits.pageBytes == 4 << 20)
    #expect(settings.limits.connections == 4096)
  }

  @Test func `the environment wins over the file`() throws {
    let text = "port: 9000\ntrash_retention_days: 5\ndata: /srv/marfa\n"

    let settings = try settings(
      text, ["MARFA_SERVER_PORT": "9001", "TRASH_RETENTION_DAYS": "6", "PORT": "1"])

    #expect(settings.port == 9001)
    #expect(settings.trashRetentionDays == 6)
    #expect(settings.dataDirectory == "/srv/marfa")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var place: String
    var word: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    Case(text: "port: 70000", place: "server.yaml:1:7", word: "0 to 65535"),
    Case(text: "host: a\n\nport: x\n", place: "server.yaml:3:7", word: "whole number"),
    Case(text: "prot: 1", place: "server.yaml:1:1", word: "setting prot. Did you mean port?"),
    Case(text: "zzzzzz: 1", place: "server.yaml:1:1", word: "setting zzzzzz. `marfa-server"),
    Case(text: "port: 1\nport: 2\n", place: "server.yaml", word: "port"),
    Case(text: "log_level: loud", place: "server.yaml:1:12", word: "one of trace"),
    Case(text: "strict_types: maybe", place: "server.yaml:1:15", word: "true or false"),
    Case(text: "port: [1]", place: "server.yaml:1:7", word: "no value"),
    Case(text: "data: # gone\n", place: "server.yaml:1", word: "no value"),
    Case(text: "- a\n", place: "server.yaml:1:1", word: "name: value"),
    Case(text: "a: 'b\n", place: "server.yaml", word: "YAML"),
  ])
  func `a bad file is refused with its place`(given: Case) throws {
    let failure = #expect(throws: ServerConfiguration.Failure.self) {
      try settings(given.text)
    }

    #expect(failure?.place.hasPrefix(given.place) == true, "\(failure?.place ?? "")")
    #expect(failure?.message.contains(given.word) == true, "\(failure?.message ?? "")")
  }

  @Test func `a bad variable is refused with its name`() {
    let failure = #expect(throws: ServerConfiguration.Failure.self) {
      try ServerConfiguration.settings(environment: ["MAX_BLOB_SIZE": "big"])
    }

    #expect(failure?.place == "MAX_BLOB_SIZE")
  }

  @Test(arguments: [
    ("MARFA_SERVER_PROT", "Did you mean MARFA_SERVER_PORT?"),
    ("MARFA_SERVER_MAX_BLOBSIZE", "Did you mean MARFA_SERVER_MAX_BLOB_SIZE?"),
    ("MARFA_SERVER_", "SERVER_. `marfa-server config print` lists all."),
    ("MARFA_SERVER_FOOBAR", "FOOBAR. `marfa-server config print` lists all."),
  ])
  func `a variable of ours that sets nothing is refused with the nearest name`(
    name: String, advice: String
  ) {
    let failure = #expect(throws: ServerConfiguration.Failure.self) {
      try ServerConfiguration.settings(environment: [name: "1", "MARFA_SERVER_PORT": "1"])
    }

    #expect(failure?.place == name)
    #expect(failure?.message.hasPrefix("Unknown variable \(name).") == true)
    #expect(failure?.message.contains(advice) == true, "\(failure?.message ?? "")")
  }

  @Test func `printed settings read back as the same`() throws {
    var given = ServerSettings()
    given.port = 1234
    given.dataDirectory = "/srv/notes # 1"
    given.refusesUnknownProperties = true

    let read = try settings(ServerConfiguration.text(of: given))

    #expect(read == given)
  }

  @Test func `every setting has its own name and variables`() {
    let names = Setting.all.map(\.name)
    let variables = Setting.all.flatMap(\.environment)

    #expect(Set(names).count == names.count)
    #expect(Set(variables).count == variables.count)
  }
}
