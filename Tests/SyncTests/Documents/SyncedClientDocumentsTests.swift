import Documents
import MarfaSDK
import TestSupport
import Testing

/// Documents that are no notes, of a client that keeps notes.
@Suite(.timeLimit(.minutes(20))) struct SyncedClientDocumentsTests {
  @Test func `a synced client keeps its documents in the file of its notes`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/notes.sqlite"
    try await withLoopbackServer { server in
      func client() async throws -> MarfaClient {
        try await MarfaClient.synced(url: server.url, apiKey: server.key, storePath: path)
      }
      let first = try await client().documents.client
      try await first.activate()
      let document = Document(key: "doc-1")
      try await first.attach(document, [:], .manual)
      try await document.update { root, _ in root.a = 1 }
      await first.suspend(document)

      let second = try await client().documents.client
      try await second.activate()
      let again = Document(key: "doc-1")
      try await second.attach(again, [:], .manual)
      #expect(await again.toJSON() == #"{"a":1}"#)
      #expect(await again.hasLocalChanges)
      try await second.sync(again)

      #expect(try await DocumentMeeting(server).join("two", [:], .manual).json == #"{"a":1}"#)
    }
  }
}
