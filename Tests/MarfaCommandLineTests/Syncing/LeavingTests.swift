import Documents
import Foundation
import Glibc
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// What `WhatLeavesThisMachine.md` promises, of every byte that a device sends.
@Suite(.timeLimit(.minutes(20))) struct LeavingTests {
  /// All that devices sent.
  private final class Sent: Sendable {
    let bytes = Mutex<[UInt8]>([])
    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  }

  /// A device before the proxy of a server, whose user has a name that is nowhere else.
  private func device(
    _ seed: UInt64, _ server: ServedNotes, _ sent: Sent
  ) throws -> (device: CommandFixture, proxy: ForwardingProxy) {
    let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
    let proxy = try ForwardingProxy(
      port: port, sent: { bytes in sent.bytes.withLock { $0 += bytes } })
    let device = try CommandFixture.device(seed)
    device.set("USER", "quincunx")
    device.set("LOGNAME", "quincunx")
    device.set("HOSTNAME", "hedgerow-box")
    return (device, proxy)
  }

  /// Works with notes in every way that the command line has.
  private func work(_ device: CommandFixture) async throws {
    for name in ["Rings.md", "House/Attic.md"] {
      try device.directory.write("See [[Shopping]] and [[Rings]]. #wood\n", to: "folder/" + name)
    }
    let shopping = await device.note("--title Shopping --tag food", text: "flour, [[Rings]]\n")
    try await device.succeeds("import md \(device.directory.path)/folder --inline-tags")
    let rest = await device.note("--title Rest", text: "nothing\n")
    try await device.succeeds("edit \(shopping) -", input: "rye flour, [[Attic]] and [[Rings]]\n")
    try await device.succeeds("tag add bread \(shopping)")
    try await device.succeeds("move \(shopping) --to Kitchen --make")
    try await device.succeeds("rm \(rest)")
    try await device.succeeds("backup")
  }

  /// Attaches a file on one device, and gets it on another, which edits the note as its editor
  /// does.
  private func share(
    _ id: String, _ device: CommandFixture, _ other: CommandFixture, over transport: CurlTransport
  ) async throws {
    try device.directory.write("bark and rings\n", to: "bark.txt")
    try await device.succeeds("attach \(id) \(device.directory.path)/bark.txt")
    for each in [device, other] { try await each.succeeds("sync --quiet") }
    try await other.succeeds("get \(id) --output \(other.directory.path)")

    let store = try LocalStore.open(path: other.databasePath)
    let notes = NoteDocuments(store: store, transport: transport)
    let note = try #require(await notes.note(id: id))
    var copy = try await note.open()
    await note.show([PresenceKey.name: "Oriole", PresenceKey.color: "3"])
    try copy.replica.update { root, _ in try root.jsonText(copy.field)?.edit(0, 0, "Typed. ") }
    let commits = store.commits()
    _ = try await note.commit(
      copy.replica.localChanges, over: copy.generation, text: copy.text, tags: .none)
    for await _ in commits { if try await store.syncCounts().pending == 0 { break } }
    await note.close()
  }

  @Test func `nothing is sent before login, whatever is done`() async throws {
    let server = try await ServedNotes.start()
    let sent = Sent()
    let (device, proxy) = try device(1, server, sent)
    try await device.succeeds("config set server.url \(proxy.url.absoluteString)")

    try await work(device)
    for line in ["status", "list", "search flour", "sync", "sync --queue", "conflicts list", "log"]
    {
      _ = await device.run(line)
    }

    #expect(proxy.connectionCount == 0)
    #expect(sent.text.isEmpty)
  }

  @Test func `no path, user, host or derived link is sent, and the device only by its setting`()
    async throws
  {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let sent = Sent()
    let (device, proxy) = try device(1, server, sent)
    let (other, _) = try self.device(2, server, sent)
    try await work(device)

    let url = proxy.url.absoluteString
    for each in [device, other] {
      let login = try await each.logIn(to: url, key: key)
      try #require(login.status == 0, "\(login.error)")
    }
    // Changes, a conflict and its end, too.
    let id = try #require(
      await device.run("list --format {id} title:Shopping").output.split(separator: "\n").first)
    for each in [device, other] {
      try await each.succeeds(
        "edit \(id) -", input: "one line of \(each.directory.path.hashValue)\n")
    }
    _ = await device.run("sync --quiet")
    _ = await other.run("sync --quiet")
    try await other.succeeds("conflicts resolve --all --both")
    try await other.succeeds("sync --quiet")
    let transport = CurlTransport(url: try #require(URL(string: url)), apiKey: key)
    try await share(String(id), device, other, over: transport)
    try await device.succeeds("config set server.device den")
    _ = await device.note("--title Labelled", text: "text\n")
    try await device.succeeds("sync --quiet")

    let text = sent.text
    #expect(text.contains("rye flour") || text.contains("one line of"))
    for word in ["\"bread\"", "bark and rings", "\"bark.txt\"", "Typed. ", "Oriole"] {
      #expect(text.contains(word), "\(word) was not sent")
    }
    #expect(text.contains("\"device\":\"den\""))
    #expect(text.components(separatedBy: "\"device\"").count == 2)
    #expect(text.components(separatedBy: key).count > 1)
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count)
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let secrets = [
      device.directory.path, other.directory.path, NSHomeDirectory() + "/", "quincunx",
      "hedgerow-box", "\"\(host)\"", "\"references\"",
    ]
    for secret in secrets {
      #expect(!text.contains(secret), "\(secret) was sent")
      #expect(!text.contains(secret.replacing("/", with: "\\/")), "\(secret) was sent")
    }
    // What is asked for is what the page lists.
    let requests = text.components(separatedBy: "\r\n").filter { $0.hasSuffix(" HTTP/1.1") }
    let fields = Set(
      text.components(separatedBy: "\r\n").compactMap { line -> String? in
        guard let colon = line.firstIndex(of: ":"), !line.hasPrefix("{"),
          line[..<colon].allSatisfy({ $0.isLetter || $0 == "-" })
        else { return nil }
        return line[..<colon].lowercased()
      })
    #expect(!requests.isEmpty)
    #expect(fields.subtracting(Self.fields) == [], "the page does not list them")
    withExtendedLifetime(proxy) {}
  }

  /// The fields of requests that the page lists.
  private static let fields: Set = [
    "host", "authorization", "accept", "accept-encoding", "content-type", "content-length",
    "user-agent", "idempotency-key", "prefer", "last-event-id", "cache-control", "expect",
    "tus-resumable", "upload-length", "upload-metadata", "upload-offset", "upload-checksum",
    "range",
  ]
}
