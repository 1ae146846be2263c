import MarfaSDK
import MarfaServer
import TestSupport
import Testing

/// A server that takes few files of one note.
@Suite(.timeLimit(.minutes(20))) struct AttachmentCountTests {
  @Test func `a file over the server's count is refused before it is read, also as bytes`()
    async throws
  {
    var settings = ServerSettings()
    settings.recordLimits.attachments = 2
    try await withLoopbackServer(settings: settings) { server in
      let folder = try TemporaryDirectory()
      let one = try await FileDevice(server.url, server.key, folder.path + "/notes.sqlite")
      try await one.start()
      let note = try await one.note("Rye")
      for title in ["a", "b"] {
        try await one.attachments.add(data: Array(title.utf8), to: note.id, title: title)
      }

      let refusals: [() async throws -> Void] = [
        { try await one.attachments.add(data: [3], to: note.id, title: "c") },
        { try await one.attachments.add(file: folder.path + "/none", to: note.id) },
        { try await one.attachments.check(file: folder.path + "/none", for: note.id) },
      ]
      for refusal in refusals {
        await #expect {
          try await refusal()
        } throws: {
          let error = $0 as? BlobFileError
          return error?.kind == .tooMany && error?.size == 2 && error?.limit == 2
        }
      }
      #expect(try await one.attachments.list(note.id).count == 2)
      await one.client.syncEngine?.stop()
    }
  }
}
