import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RefusedCommandTests {
  @Test func `a change that the server refuses is kept, listed and discarded`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key("--role member --type core.note=write --type core.*=read")
    let device = try CommandFixture.device(1)
    // What is made before there is a server is judged by it.
    _ = await device.run(["new", "--title", "Rings", "--notebook", "House", "--make", "three"])
    let login = try await device.logIn(to: server, key: key)

    let sync = await device.run("sync --wait --quiet")
    let status = try await device.status()
    let list = try await device.json("refused list --json").arrayValue ?? []
    let unasked = await device.run("refused discard --all")
    try await device.succeeds("refused retry --all")
    let again = await device.run("sync --wait --quiet")
    try await device.succeeds("refused discard --all --yes")
    let last = await device.run("sync --wait --quiet")

    #expect(login.error.contains("This key may not change notebooks."))
    #expect(sync.status == 7)
    #expect(status["refused"] == .integer(Int64(list.count)))
    #expect(status["all_on_server"] == false)
    #expect(status["last_synced_at"] == .null)
    let first = try #require(list.first?.objectValue)
    #expect(first["title"] == "House")
    #expect(first["kind"] == "createItem")
    #expect(first["message"]?.stringValue?.isEmpty == false)
    #expect(unasked.status == 2)
    #expect(again.status == 7)
    #expect(last.status == 0, "\(last.error)")
    #expect(try await device.titles() == ["Rings"])
    #expect(try await device.status()["all_on_server"] == true)
  }

  @Test func `a refused deletion is sent again only by its name`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
    let id = await one.note("--title Shared", text: "old\n")
    for device in [one, two] { _ = try await device.logIn(to: server, key: key) }
    try await two.succeeds("edit \(id) -", input: "theirs\n")
    try await two.succeeds("sync --wait")
    try await one.succeeds("rm --purge --yes \(id)")
    try #require(await one.run("sync --wait --quiet").status == 7)

    let all = await one.run("refused retry --all")
    #expect(await one.run("sync --wait --quiet").status == 7)
    #expect(all.error.contains("1 permanent deletion is left"), "\(all.error)")
    #expect(await one.text(id) == "theirs\n")

    let list = try await one.json("refused list --json").arrayValue ?? []
    let change = try #require(list.first?.objectValue)
    #expect(change["title"] == "Shared")
    try await one.succeeds("refused retry \(change["id"]?.stringValue ?? "")")
    for device in [one, two] { try await device.succeeds("sync --wait") }
    #expect(try await two.titles() == [])
  }

  @Test func `a change that is not refused is not found`() async throws {
    let fixture = try CommandFixture()

    let retry = await fixture.run("refused retry x")

    #expect(retry.status == 3)
    #expect(retry.error == "marfa: No refused change “x”.\n")
    #expect(await fixture.run("refused list --json").output == "[]\n")
    #expect(await fixture.run("refused --json").output == "[]\n")
    #expect(await fixture.run("conflicts --json").output == "[]\n")
  }
}
