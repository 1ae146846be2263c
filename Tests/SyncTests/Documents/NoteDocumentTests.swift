import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Notes as documents: two stores and a real server.
@Suite(.timeLimit(.minutes(20))) struct NoteDocumentTests {
  @Test func `two people in one note end with the same text`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))
      #expect(ana.text == "hello")

      try ana.type("A ", at: 0)
      try await ana.save()
      try bo.type(" B", at: 5)
      try await bo.save()

      try await ana.until { $0 == "A hello B" }
      try await bo.until { $0 == "A hello B" }
      for device in [one, two] { try await device.stores("A hello B", in: id) }
    }
  }

  @Test func `unsent edits of a note are one pending push of its document and no update`()
    async throws
  {
    try await withTwoDevices("hello") { one, _, id in
      let ana = try await one.open(id)
      await ana.note.close()
      let offline = try #require(await one.notes.note(id: id))
      let editor = NoteEditor(offline, try await offline.open())
      await one.notes.suspendAll()

      try editor.type("A", at: 0)
      try await editor.save()
      try editor.type("B", at: 1)
      let saved = try await editor.save(TagDifference(from: [], to: ["x"]))

      guard case .stored(let text) = saved else {
        Issue.record("superseded")
        return
      }
      #expect(text.didChange)
      #expect(try await one.body(id) == "ABhello")
      let waiting = try await one.waiting()
      #expect(waiting.filter { $0 == .pushDocument }.count == 1)
      #expect(!waiting.contains(.updateItem))
      #expect(waiting.count == 2)
      #expect(try await one.store.syncCounts().pending == 2)
      await offline.close()

      try await one.sync()
      #expect(try await one.waiting() == [])
    }
  }

  @Test func `each sender knows when the server took its last edit of a document`()
    async throws
  {
    try await withTwoDevices("hello") { one, _, id in
      let ana = try await one.open(id)
      await ana.note.close()
      #expect(try await one.store.documentsSentAt() == nil)

      try await one.store.mergeText(id: id, from: "hello", to: "hello!")
      #expect(try await one.store.documentsSentAt() == nil)
      #expect(await one.notes.settleWaiting().didSettle)

      let sent = try #require(try await one.store.documentsSentAt())
      #expect(sent > 0)
      #expect(sent <= one.store.environment.clock.now.milliseconds)
    }
  }

  @Test func `an edit of the command line becomes an edit of the document and is sent`()
    async throws
  {
    try await withTwoDevices("one\ntwo\nthree\n") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))
      await ana.note.close()

      try await one.store.mergeText(
        id: id, from: "one\ntwo\nthree\n", to: "one\nTWO\nthree\n")

      #expect(try await one.waiting() == [.pushDocument])
      #expect(await one.notes.settleWaiting().didSettle)
      #expect(try await one.waiting() == [])
      try await bo.until { $0 == "one\nTWO\nthree\n" }
    }
  }

  @Test func `an editor hears of an edit of the command line`() async throws {
    try await withTwoDevices("one\ntwo\n") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))

      try await one.store.mergeText(id: id, from: "one\ntwo\n", to: "one\ntwo\nthree\n")

      try await ana.until { $0 == "one\ntwo\nthree\n" }
      try await bo.until { $0 == "one\ntwo\nthree\n" }
      try ana.type("zero\n", at: 0)
      try await ana.save()
      try await bo.until { $0 == "zero\none\ntwo\nthree\n" }
    }
  }

  @Test func `a commit over an older copy writes nothing and gives the newest`() async throws {
    try await withTwoDevices("hello") { one, _, id in
      let ana = try await one.open(id)
      try ana.type("A", at: 0)
      try await one.store.mergeText(id: id, from: "hello", to: "hello!")

      guard case .superseded(let newer) = try await ana.save() else {
        Issue.record("it was stored")
        return
      }
      #expect(newer.text == "hello!")
      #expect(try await one.body(id) == "hello!")
    }
  }

  @Test func `an offline edit survives the process and is sent once`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create("hello")
      do {
        let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
        try await one.sync()
        let ana = try await one.open(id)
        await one.notes.suspendAll()
        try ana.type("A ", at: 0)
        try await ana.save()
      }
      let again = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
      #expect(try await again.waiting() == [.pushDocument])

      #expect(await again.notes.settleWaiting().didSettle)

      #expect(await !again.notes.settleWaiting().didSettle)
      let bo = try await two.open(id)
      #expect(bo.text == "A hello")
      #expect(try await again.body(id) == "A hello")
    }
  }

  @Test func `an arriving value of the text is ignored while there is a replica`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      let ana = try await one.open(id)
      await ana.note.close()
      try await two.store.mergeText(id: id, from: "hello", to: "hello you")
      try await two.sync()

      try await one.sync()

      // Pulled by the document, not taken from the item.
      let reopened = try await one.open(id)
      try await reopened.until { $0 == "hello you" }
      try await one.stores("hello you", in: id)
      #expect(try await one.waiting() == [])
    }
  }

  @Test func `a client that the server forgot merges what it had not sent`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite")
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await one.create("one\ntwo\nthree\n")
      try await two.sync()
      let ana = try await one.open(id)
      await one.notes.suspendAll()
      try ana.type("A ", at: 0)
      try await ana.save()
      await ana.note.close()
      let former = try #require(try await one.store.documentClient())
      try await one.notes.endpoints.deactivate(former)
      let bo = try await two.open(id)
      try bo.type("B ", at: 8)
      try await bo.save()

      #expect(await one.notes.settleWaiting().didSettle)

      try await bo.until { $0 == "A one\ntwo\nB three\n" }
      #expect(try await one.body(id) == "A one\ntwo\nB three\n")
      #expect(try await one.waiting() == [])
    }
  }

  @Test func `a note that nobody has open follows its document`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      try await one.open(id).note.close()
      try await two.store.mergeText(id: id, from: "hello", to: "hello you")
      #expect(try await two.waiting() == [.updateItem])
      try await two.sync()
      try await one.sync(id) {
        // The engine's own documents may have pulled it already.
        if try await one.body(id) == "hello you" { return true }
        return try await one.store.knownReplicas().contains { $0.isWaiting }
      }

      _ = await one.notes.settleWaiting()

      #expect(try await one.body(id) == "hello you")
    }
  }

  @Test func `a restored store takes another actor and loses nothing`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let (path, kept) = (folder.path + "/one/notes.sqlite", folder.path + "/kept.sqlite")
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create("one\ntwo\nthree\n")
      var former: ActorID?
      do {
        let one = try await NoteDevice(server, path)
        try await one.sync()
        let ana = try await one.open(id)
        await one.notes.suspendAll()
        try ana.type("A ", at: 0)
        try await ana.save()
        former = try await one.store.knownReplicas().first?.actor
        try await one.store.backup(to: kept)
        await ana.note.close()
        // What the copy does not know of.
        try await one.store.mergeText(
          id: id, from: "A one\ntwo\nthree\n", to: "A one\nTWO\nthree\n")
        _ = await one.notes.settleWaiting()
      }
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      try FileManager.default.copyItem(atPath: kept, toPath: path)
      let again = try await NoteDevice(server, path)

      _ = await again.notes.settleWaiting()

      #expect(try await again.store.knownReplicas().first?.actor != former)
      #expect(try await again.body(id) == "A one\nTWO\nthree\n")
      let bo = try await two.open(id)
      #expect(bo.text == "A one\nTWO\nthree\n")
    }
  }

  @Test func `logging out keeps the text and forgets the documents`() async throws {
    try await withTwoDevices("hello") { one, _, id in
      let ana = try await one.open(id)
      try ana.type("A ", at: 0)
      try await ana.save()
      await ana.note.close()

      try await one.store.disconnect()

      #expect(try await one.body(id) == "A hello")
      #expect(try await one.store.knownReplicas() == [])
      #expect(try await one.store.documentClient() == nil)
      #expect(await one.notes.note(id: id) == nil)
    }
  }

  @Test func `the least recently used notes are let go`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let one = try await NoteDevice(server, folder.path + "/one/notes.sqlite", kept: 1)
      let ids = [try await one.create("a"), try await one.create("b")]
      for id in ids { try await one.open(id).note.close() }

      _ = await one.notes.settleWaiting()

      #expect(try await one.store.knownReplicas().count == 1)
      #expect(try await one.body(ids[0]) == "a")
    }
  }
}
