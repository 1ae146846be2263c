import Documents
import Foundation
import GRDB
import Logging
import MarfaSDK
import Operations
import StorageKit
import Testing

/// A file that imports all libraries, and the packages that they use, compiles the samples of
/// documents with at most a module's name before a name that two of them have.
@Suite(.timeLimit(.minutes(20))) struct DocumentNamesTests {
  @Test func `the samples of documents run next to all other libraries`() async throws {
    let doc = Document(key: "doc-1")
    let names: DocumentSubscription = await doc.subscribe("$.names") { _, _ in }
    await doc.subscribePresence(.others) { _, _ in }
    await doc.subscribeConnection { _, _ in }
    await doc.subscribeSync { _, _ in }

    try await doc.update(
      { root, presence in
        root.title = "Groceries"
        root.names = ["Ana"]
        root.note = JSONText()
        root.votes = JSONCounter(value: 0)
        root.long = JSONCounter(Int64(0))
        try root.jsonText("note")?.edit(0, 0, "Hello", ["bold": "true"])
        try root.jsonCounter("votes")?.increase(value: 2)
        presence.set(["cursor": ["line": 1]])
      }, message: "A title")
    try await doc.undo()
    try await doc.redo()

    #expect(await doc.read { $0.jsonText("note")?.string } == "Hello")
    #expect(await doc.read { $0.jsonCounter("votes")?.value.description } == "2")
    names.unsubscribe()
  }

  @Test func `two Loggers are distinguished by their modules`() {
    let former = MarfaSDK.Logger.logLevel
    defer { MarfaSDK.Logger.logLevel = former }

    MarfaSDK.Logger.logLevel = .warn

    #expect(MarfaSDK.Logger.logLevel == .warn)
    #expect(Logging.Logger(label: "test").label == "test")
  }

  @Test func `a replica is a value next to all other libraries`() throws {
    var mine = Replica(key: "list", actor: ActorID(number: 1))
    try mine.update { root, _ in root.items = ["bread"] }
    var yours = Replica(key: "list", actor: ActorID(number: 2))
    for change in try ChangePack(decoding: mine.pack().encoded()).changes {
      _ = try yours.apply(change)
    }

    #expect(yours.toJSON() == #"{"items":["bread"]}"#)
    #expect(try DatabaseQueue().read { try Int.fetchOne($0, sql: "SELECT 1") } == 1)
  }

  /// What needs a server: compiled, never run.
  private func compiledOnly() async throws {
    let client = Client("https://notes.example.org", ClientOptions(apiKey: "marfa_k1_…"))
    try await client.activate()
    let doc = Document(key: "doc-1")
    try await client.attach(doc, ["name": "Ana"], .realtimePushOnly)
    try await client.changeSyncMode(doc, .manual)
    try await client.sync(doc)
    let presences: [PeerElement] = await doc.getPresences()
    if let somebody = presences.first?.clientID { _ = await doc.getPresence(somebody) }
    _ = await doc.getMyPresence()
    try await client.remove(doc)
    try await client.deactivate()
  }
}
