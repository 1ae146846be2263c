import Documents
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// Who is in notes, as two stores hear of it from a real server.
@Suite(.timeLimit(.minutes(20))) struct NotePeopleTests {
  @Test func `the people in a note are heard of and can be asked for`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))
      await bo.note.show(["name": "Bo"])
      for await people in ana.note.people where people.map(\.presence) == [["name": "Bo"]] { break }

      #expect(try await one.notes.people()[id]?.map(\.presence) == [["name": "Bo"]])
      for await people in one.notes.peopleChanges()
      where people[id]?.map(\.presence) == [["name": "Bo"]] { break }
      await bo.note.close()
      for await people in ana.note.people where people.isEmpty { break }
    }
  }

  @Test func `where somebody is makes no news for the list of people`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      let (_, bo) = (try await one.open(id), try await two.open(id))
      var present = one.notes.peopleChanges().makeAsyncIterator()

      await bo.note.show(["name": "Bo", "head": "1"])
      while let people = await present.next(), people[id]?.map(\.presence) != [["name": "Bo"]] {}
      await bo.note.show(["name": "Bo", "head": "2"])
      await bo.note.show(["name": "Bo", "head": "2", "color": "3"])

      let news = await present.next()
      #expect(news?[id]?.map(\.presence) == [["name": "Bo", "color": "3"]])
    }
  }

  @Test func `a person who leaves a note is no longer there, though the list of people goes on`()
    async throws
  {
    try await withTwoDevices("hello") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))
      await ana.note.show(["name": "Ana"])
      await bo.note.show(["name": "Bo"])
      var present = two.notes.peopleChanges().makeAsyncIterator()
      while let people = await present.next(), people[id]?.map(\.presence) != [["name": "Ana"]] {}
      for await people in ana.note.people where people.map(\.presence) == [["name": "Bo"]] { break }

      await bo.note.close()

      for await people in ana.note.people where people.isEmpty { break }
      #expect(try await one.notes.people() == [:])
      #expect(try await two.notes.people()[id]?.map(\.presence) == [["name": "Ana"]])
      // Until here the list of Bo's device was open.
      withExtendedLifetime(present) {}
    }
  }

  @Test func `one of two processes that closes a note says nothing for the other`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/one/notes.sqlite"
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create("hello")
      let first = try await NoteDevice(server, path)
      try await first.sync()
      let ana = try await first.open(id)
      let line = DocumentLine(server)
      let second = try await NoteDevice(server, path, over: line)
      let again = try await second.open(id)
      let bo = try await two.open(id)
      for await people in bo.note.people where people.count == 1 { break }
      await ana.note.show(["name": "Ana"])
      for await people in bo.note.people where people.map(\.presence) == [["name": "Ana"]] { break }
      await again.note.show(["name": "Ana", "head": "1"])
      for await people in bo.note.people
      where people.map(\.presence) == [["name": "Ana", "head": "1"]] { break }

      await again.note.close()

      // The list is read after the server has heard that the stream ended.
      _ = try await second.notes.endpoints.activate("later")
      #expect(
        try await two.notes.people()[id]?.map(\.presence) == [["name": "Ana", "head": "1"]])
      await ana.note.close()
      for await people in bo.note.people where people.isEmpty { break }
    }
  }

  @Test func `while it is paused a note neither sends nor gets, and nobody is seen`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))
      await ana.note.show(["name": "Ana"])
      await bo.note.show(["name": "Bo"])
      var present = one.notes.peopleChanges().makeAsyncIterator()
      while let people = await present.next(), people[id]?.map(\.presence) != [["name": "Bo"]] {}
      for await people in bo.note.people where people.map(\.presence) == [["name": "Ana"]] { break }

      await one.notes.pause(true)

      for await people in ana.note.people where people.isEmpty { break }
      while let people = await present.next(), !people.isEmpty {}
      for await people in bo.note.people where people.isEmpty { break }
      try ana.type("A ", at: 0)
      try await ana.save()
      try bo.type(" B", at: 5)
      try await bo.save()
      // What is asked for by itself comes and goes, so that there was time for the rest.
      #expect(try await two.notes.people() == [:])
      #expect(try await one.waiting() == [.pushDocument])
      #expect(try await one.body(id) == "A hello")

      await one.notes.pause(false)

      try await ana.until { $0 == "A hello B" }
      try await bo.until { $0 == "A hello B" }
      while let people = await present.next(), people[id]?.map(\.presence) != [["name": "Bo"]] {}
    }
  }

  @Test func `a note that is opened while it is paused is exchanged once that ends`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      try await one.open(id).note.close()
      let bo = try await two.open(id)
      await one.notes.pause(true)

      let ana = try await one.open(id)
      try ana.type("A ", at: 0)
      try await ana.save()
      #expect(try await one.waiting() == [.pushDocument])
      let other = try await one.store.noteText(id: id)
      #expect(other.body == "A hello")

      await one.notes.pause(false)
      try await bo.until { $0 == "A hello" }
    }
  }

  @Test func `a note that was never opened is edited alone while it is paused`() async throws {
    try await withTwoDevices("hello") { one, _, id in
      await one.notes.pause(true)
      #expect(await one.notes.note(id: id) == nil)
      await one.notes.pause(false)
      #expect(await one.notes.note(id: id) != nil)
    }
  }

  @Test func `a stored copy does not report its own presence again`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let (client, rows) = (try await meeting.client("ana"), InMemoryDocumentPersistence())
      let document = Document(key: meeting.key, in: rows)
      try await client.attach(document)
      await document.show(["name": "Ana"])
      try await document.update { root, _ in root.text = JSONText() }
      try await client.sync(document)
      await client.suspend(document)
      let stored = try #require(await rows.load())
      #expect(stored.replica.presences[stored.replica.actor] == ["name": "Ana"])

      let bo = try await meeting.join("bo")
      let again = Document(stored, in: rows)
      try await client.resume(again)
      try await client.sync(again)

      #expect(await again.getMyPresence() == [:])
      for await online in await bo.document.company() where !online.isEmpty {
        #expect(Array(online.values) == [[:]])
        break
      }
    }
  }
}
