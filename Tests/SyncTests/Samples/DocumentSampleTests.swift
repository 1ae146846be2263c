import Documents
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// The documentation's samples of documents that several people edit.
@Suite(.timeLimit(.minutes(20))) struct DocumentSampleTests {
  @Test func `a document is attached, edited and heard`() async throws {
    try await withLoopbackServer { server in
      let client = Client(server.url.absoluteString, ClientOptions(apiKey: server.key))
      try await client.activate()
      let shown = Mutex(0)
      @Sendable func show(_ event: any DocEvent) { shown.withLock { $0 += 1 } }

      let doc = Document(key: "doc-1")
      try await client.attach(doc)
      try await doc.update { root, _ in root.title = "Groceries" }

      let names: DocumentSubscription = await doc.subscribe("$.names") { event, _ in show(event) }
      try await doc.update { root, _ in root.names = ["Ana"] }
      try await doc.update { root, _ in try root.jsonArray("names")?.append("Bo") }
      names.unsubscribe()
      try await doc.update { root, _ in try root.jsonArray("names")?.append("Cy") }
      try await doc.update(
        { root, presence in
          root.title = "Groceries"
          presence.set(["cursor": ["line": 1]])
        }, message: "A title")

      #expect(await doc.toJSON() == #"{"names":["Ana","Bo","Cy"],"title":"Groceries"}"#)
      #expect(await doc.getMyPresence() == ["cursor": ["line": 1]])
      #expect(shown.withLock { $0 } == 1)

      let mine = await doc.toJSON()
      try await client.startOver(doc)
      #expect(await doc.toJSON() == mine)
      try await client.deactivate()
    }
  }

  @Test func `less is logged, or more`() {
    let former = MarfaSDK.Logger.logLevel
    defer { Logger.logLevel = former }

    Logger.logLevel = .debug

    #expect(Logger.logLevel == .debug && former == .fatal)
  }

  /// The example with an address: compiled, never run.
  private func compiledOnly() async throws {
    let client = Client("https://notes.example.org", ClientOptions(apiKey: "marfa_k1_…"))
    try await client.activate()
    let doc = Document(key: "doc-1")
    try await client.attach(doc, ["name": "Ana"])
  }
}
