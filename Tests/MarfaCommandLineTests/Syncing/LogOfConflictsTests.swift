import MarfaSDK
import NoteFiles
import Settings
import TestSupport
import Testing

/// What `marfa log` tells of conflicts and of the trash.
@Suite(.timeLimit(.minutes(20))) struct LogOfConflictsTests {
  /// Two devices that have a note; the first one is called laptop.
  private func pair() async throws -> (
    server: ServedNotes, laptop: CommandFixture, other: CommandFixture, id: String
  ) {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (laptop, other) = (try CommandFixture.device(1), try CommandFixture.device(2))
    try await laptop.succeeds("config set server.device laptop")
    let id = await laptop.note("--title Shared", text: "old\n")
    for device in [laptop, other] {
      let login = try await device.logIn(to: server, key: key)
      try #require(login.status == 0, "\(login.error)")
    }
    return (server, laptop, other, id)
  }

  /// The events of a device's log that are of some kind.
  private func events(
    _ device: CommandFixture, _ name: String
  ) async throws -> [[String: JSONValue]] {
    try await device.run("log --jsonl").output.split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8)).objectValue ?? [:]
    }.filter { $0["event"] == .string(name) }
  }

  @Test
  func `a conflict that waits is reported once, with its note, its fields and the other device`()
    async throws
  {
    let (server, laptop, other, id) = try await pair()
    try await laptop.succeeds("edit \(id) -", input: "from the laptop\n")
    try await laptop.succeeds("sync --wait")
    try await other.succeeds("edit \(id) -", input: "from the other\n")

    for _ in 0..<2 { #expect(await other.run("sync --wait --quiet").status == 4) }

    // An application that is open meanwhile finds it as well.
    let log = ActivityLog(directories: ApplicationDirectories(environment: other.variables))
    for conflict in try await other.store().conflicts() { log.append(conflict) }

    let told = try await events(other, "conflict_waits")
    #expect(told.count == 1, "\(told)")
    #expect(told.first?["id"] == .string(id))
    #expect(told.first?["message"] == "body")
    #expect(told.first?["device"] == "laptop")
    #expect(try await events(laptop, "conflict_waits").isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [false, true])
  func `a note that one side trashed while the other one edited it waits for the person`(
    isTrashedHere: Bool
  ) async throws {
    let (server, laptop, other, id) = try await pair()
    let (trashing, editing) = isTrashedHere ? (other, laptop) : (laptop, other)
    try await trashing.succeeds("rm \(id)")
    try await editing.succeeds("edit \(id) -", input: "edited\n")
    try await laptop.succeeds("sync --wait")

    #expect(await other.run("sync --wait --quiet").status == 4)

    #expect(try await events(other, "conflict_waits").map { $0["id"] } == [.string(id)])
    #expect(await other.run("conflicts list").output.contains("Shared"))
    withExtendedLifetime(server) {}
  }

  @Test func `a note that another device moved to the trash is reported so`() async throws {
    let (server, laptop, other, id) = try await pair()
    try await laptop.succeeds("rm \(id)")
    try await laptop.succeeds("sync --wait")

    try await other.succeeds("sync --wait")

    let told = try await events(other, "item_trashed")
    #expect(told.count == 1, "\(told)")
    #expect(told.first?["id"] == .string(id))
    #expect(told.first?["device"] == "laptop")
    withExtendedLifetime(server) {}
  }
}
