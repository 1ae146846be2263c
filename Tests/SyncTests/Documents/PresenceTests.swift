import Documents
import MarfaSDK
import TestSupport
import Testing

/// Who is in a document, and what they say of themselves, by a real server.
@Suite(.timeLimit(.minutes(20))) struct DocumentPresenceTests {
  @Test func `DOC-P01 P06 everybody sees the others until they go`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", ["key": "key1"])
      let two = try await meeting.join("two", ["key": "key2"])
      let (oneId, twoId) = (await one.document.actorID, await two.document.actorID)

      await one.heard.until { await one.document.getPresence(twoId) != nil }
      #expect(await one.document.getPresence(twoId) == ["key": "key2"])
      #expect(await two.document.getPresence(oneId) == ["key": "key1"])
      #expect(await two.document.getPresences().count == 2)

      try await two.client.detach(two.document)
      await one.heard.until { await one.document.getPresence(twoId) == nil }
      let last = try #require(one.heard.all.compactMap { $0 as? UnwatchedEvent }.last)
      #expect(last.value.clientID == twoId && last.value.presence == ["key": "key2"])
      #expect(await two.document.getMyPresence() == [:])
    }
  }

  @Test func `DOC-P02 P03 P10 some keys of a presence change, values as a whole`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      #expect(await one.document.getMyPresence() == [:])
      let two = try await meeting.join("two")
      let id = await one.document.actorID

      try await one.update { _, presence in
        presence.set(["name": "Ana", "cursor": ["line": 1, "column": 2]])
      }
      try await one.update { _, presence in
        #expect(presence.value("name") == "Ana")
        presence.set(["cursor": ["line": 3]])
      }

      let wanted: [String: JSONValue] = ["name": "Ana", "cursor": ["line": 3]]
      #expect(await one.document.getMyPresence() == wanted)
      await two.heard.until { await two.document.getPresence(id) == wanted }
    }
  }

  @Test func `DOC-P04 P11 P12 a newcomer is announced once, then their changes`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", ["name": "a"])
      #expect(one.heard.types(.initialized, .presenceChanged) == [.initialized, .presenceChanged])
      one.heard.forgetAll()

      let two = try await meeting.join("two", ["name": "b"])
      await one.heard.until { !one.heard.types(.watched).isEmpty }
      try await one.update { _, presence in presence.set(["name": "A"]) }
      try await two.update { _, presence in presence.set(["name": "B"]) }
      await one.heard.until { one.heard.types(.presenceChanged).count == 2 }

      #expect(
        one.heard.types(.initialized, .watched, .unwatched, .presenceChanged)
          == [.watched, .presenceChanged, .presenceChanged])
      let changes = one.heard.all.compactMap { ($0 as? PresenceChangedEvent)?.value.presence }
      #expect(changes == [["name": "A"], ["name": "B"]])
    }
  }

  @Test func `DOC-P05 several sets of one update are one event with the last value`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", ["n": "0"])
      one.heard.forgetAll()

      try await one.update { _, presence in
        presence.set(["n": "1"])
        presence.set(["n": "2"])
        presence.set(["n": "3"])
      }

      let changes = one.heard.all.compactMap { ($0 as? PresenceChangedEvent)?.value.presence }
      #expect(changes == [["n": "3"]])
    }
  }

  @Test func `DOC-P07 P08 only who watches is seen, and only by who watches`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", ["name": "a"])
      let two = try await meeting.join("two", ["name": "b"])
      let three = try await meeting.join("three", ["name": "c"], .manual)
      let (twoId, threeId) = (await two.document.actorID, await three.document.actorID)
      await one.heard.until { await one.document.getPresence(twoId) != nil }
      #expect(await one.document.getPresence(threeId) == nil)

      try await two.client.changeSyncMode(two.document, .manual)
      await one.heard.until { await one.document.getPresence(twoId) == nil }
      try await three.client.changeSyncMode(three.document, .realtime)
      await one.heard.until { await one.document.getPresence(threeId) != nil }

      #expect(one.heard.types(.watched, .unwatched) == [.watched, .unwatched, .watched])
      #expect(await two.document.getPresence(threeId) == nil)
    }
  }

  @Test func `DOC-P09 after very many presences a newcomer sees the last`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", ["n": "0"])
      for number in 1...600 {
        try await one.update { _, presence in presence.set(["n": "\(number)"]) }
      }
      try await one.sync()

      let two = try await meeting.join("two")
      let id = await one.document.actorID

      await two.heard.until { await two.document.getPresence(id) == ["n": "600"] }
      #expect(await two.document.getPresence(id) == ["n": "600"])
    }
  }

  @Test func `a document without presence says nothing of its client, and edits as others`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let other = try await meeting.join("other")
      let client = try await meeting.client("silent")
      let silent = Document(key: meeting.key, disablePresence: true)
      try await client.attach(silent, ["name": "Ana"])
      let id = await silent.actorID

      try await silent.update { root, presence in
        root.a = 1
        presence.set(["cursor": "3"])
      }

      await other.reaches(#"{"a":1}"#)
      #expect(await silent.getMyPresence() == [:])
      await other.heard.until { await other.document.getPresence(id) == [:] }
      #expect(other.heard.types(.presenceChanged) == [.presenceChanged], "its own, at the start")
    }
  }

  @Test func `a document without collection of garbage keeps what was deleted`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let client = try await meeting.client("keeper")
      let document = Document(key: meeting.key, disableGC: true)
      try await client.attach(document, [:], .manual)
      let other = try await meeting.join("other", [:], .manual)
      for number in 1...3 { try await document.update { root, _ in root.a = number } }

      for _ in 0..<3 {
        try await client.sync(document)
        try await other.sync()
      }

      #expect(await other.json == #"{"a":3}"#)
      #expect(await document.garbageLength == 2)
      #expect(await other.document.garbageLength == 0)
    }
  }
}
