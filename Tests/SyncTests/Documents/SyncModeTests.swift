import Documents
import MarfaSDK
import TestSupport
import Testing

/// How documents are kept equal, in each mode, by a real server.
@Suite(.timeLimit(.minutes(20))) struct SyncModeTests {
  @Test func `DOC-M01 three clients in real time have what each of them wrote`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two")
      let three = try await meeting.join("three")

      try await one.update { root, _ in root.c1 = 0 }
      try await two.update { root, _ in root.c2 = 0 }
      try await three.update { root, _ in root.c3 = 0 }

      for each in [one, two, three] {
        await each.reaches(#"{"c1":0,"c2":0,"c3":0}"#)
        #expect(each.heard.types(.localChange) == [.localChange])
        #expect(each.heard.types(.remoteChange) == [.remoteChange, .remoteChange])
      }
    }
  }

  @Test func `DOC-M02 M03 M04 a client that only sends or is off gets nothing until it is back`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two")
      let three = try await meeting.join("three")
      for each in [one, two, three] { #expect(await each.json == "{}") }

      try await one.client.changeSyncMode(one.document, .realtimePushOnly)
      try await two.client.changeSyncMode(two.document, .realtimeSyncOff)
      try await one.update { root, _ in root.c1 = 1 }
      try await two.update { root, _ in root.c2 = 1 }
      try await three.update { root, _ in root.c3 = 1 }
      await three.reaches(#"{"c1":1,"c3":1}"#)
      await one.heard.until { await !one.document.hasLocalChanges }
      await three.heard.until { await !three.document.hasLocalChanges }
      #expect(await one.json == #"{"c1":1}"#)
      #expect(await two.json == #"{"c2":1}"#)

      try await one.client.changeSyncMode(one.document, .realtimeSyncOff)
      try await two.client.changeSyncMode(two.document, .realtimePushOnly)
      try await one.update { root, _ in root.c1 = 2 }
      try await two.update { root, _ in root.c2 = 2 }
      try await three.update { root, _ in root.c3 = 2 }
      await three.reaches(#"{"c1":1,"c2":2,"c3":2}"#)
      #expect(await one.json == #"{"c1":2}"#)
      #expect(await two.json == #"{"c2":2}"#)

      try await one.client.changeSyncMode(one.document, .realtime)
      try await two.client.changeSyncMode(two.document, .realtime)
      for each in [one, two, three] { await each.reaches(#"{"c1":2,"c2":2,"c3":2}"#) }
      #expect(await !one.document.hasLocalChanges)
    }
  }

  @Test func `DOC-M05 back from manual it pulls at once, then by itself`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      try await one.update { root, _ in root.version = "v1" }
      try await one.sync()
      let two = try await meeting.join("two", [:], .manual)
      #expect(await two.json == #"{"version":"v1"}"#)
      try await one.update { root, _ in root.version = "v2" }
      try await one.sync()
      #expect(await two.json == #"{"version":"v1"}"#)

      try await two.client.changeSyncMode(two.document, .realtime)
      await two.reaches(#"{"version":"v2"}"#)
      try await one.update { root, _ in root.version = "v3" }

      await two.reaches(#"{"version":"v3"}"#)
    }
  }

  @Test func `DOC-M08 a client that only sends does not ask when others edit`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .realtimePushOnly)
      let two = try await meeting.join("two")
      one.heard.forgetAll()

      try await two.update { root, _ in
        root.text = JSONText()
        try root.jsonText("text")?.edit(0, 0, "abc")
      }
      try await two.sync()
      // Presences come by the same stream, after the hint.
      try await two.update { _, presence in presence.set(["cursor": "1"]) }
      await one.heard.until { !one.heard.types(.presenceChanged).isEmpty }

      #expect(one.heard.types(.syncStatusChanged) == [])
      #expect(await one.json == "{}")
      try await one.client.changeSyncMode(one.document, .realtime)
      await one.reaches(#"{"text":[{"val":"abc"}]}"#)
    }
  }

  @Test func `DOC-M18 a polling document gets edits and is seen by nobody`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two", ["name": "Bo"], .polling)

      try await one.update { root, _ in root.a = 1 }
      await two.reaches(#"{"a":1}"#)
      try await two.update { root, _ in root.b = 2 }
      await one.reaches(#"{"a":1,"b":2}"#)

      #expect(one.heard.types(.watched) == [])
      #expect(await one.document.getPresence(two.document.actorID) == nil)
    }
  }

  @Test func `nothing is sent while nobody edits`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two")
      try await one.update { root, _ in root.a = 1 }
      await two.reaches(#"{"a":1}"#)
      try await one.sync()
      try await two.sync()
      for each in [one, two] { each.heard.forgetAll() }

      try await one.update { root, _ in root.a = 2 }
      await two.reaches(#"{"a":2}"#)
      await one.heard.until { await !one.document.hasLocalChanges }

      #expect(one.heard.types(.syncStatusChanged).count <= 2)
      #expect(two.heard.types(.syncStatusChanged).count <= 1)
    }
  }
}
