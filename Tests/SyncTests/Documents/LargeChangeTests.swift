import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Changes that no request holds.
@Suite(.timeLimit(.minutes(20))) struct LargeChangeTests {
  private static func text(_ one: Participant) async -> String {
    await one.document.read { $0.jsonText("text")?.string ?? "" }
  }

  /// More than the server takes in one request.
  private static let huge = String(repeating: "0123456789abcdef", count: 160_000)

  @Test func `a change too large for a request is neither made nor brought back by undo`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in
        try await one.update { root, _ in root.text = JSONText() }
        await #expect(throws: DocumentsError.self) {
          try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, Self.huge) }
        }
        for _ in 0..<2 {
          try await one.update { root, _ in
            try root.jsonText("text")?.edit(0, 0, String(Self.huge.prefix(1_400_000)))
          }
        }
        try await one.update { root, _ in try root.remove("text") }
        try await one.sync()
        let error = await #expect(throws: DocumentsError.self) { try await one.document.undo() }
        #expect(error?.isTooLarge == true)
        #expect(await one.document.canUndo)
        #expect(await !one.document.hasLocalChanges)
        try await one.update { root, _ in root.a = 1 }
        try await one.sync()
      }

      try await desk.process { one in
        #expect(await one.json == #"{"a":1}"#)
        #expect(await !one.document.hasLocalChanges)
      }
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1}"#)
    }
  }

  @Test func `text that is too large for a request comes back by undo, here and at the others`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      try await desk.process { one in
        try await one.update { root, _ in root.text = JSONText() }
        for _ in 0..<2 {
          try await one.update { root, _ in
            try root.jsonText("text")?.edit(0, 0, String(Self.huge.prefix(1_400_000)))
          }
        }
        try await one.update { root, _ in try root.jsonText("text")?.edit(0, 2_800_000, "") }
        try await one.sync()
        try await one.document.undo()
        try await one.sync()
        #expect(await !one.document.hasLocalChanges)
      }
      try await two.sync()
      #expect(await Self.text(two).utf8.count == 2_800_000)

      try await desk.process { one in #expect(await Self.text(one).utf8.count == 2_800_000) }
    }
  }

  @Test func `more than two mebibytes of changes go out after a restart, each once`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let part = String(Self.huge.prefix(900_000))
      desk.set(isOnline: true)
      try await desk.process { one in
        try await one.update { root, _ in root.text = JSONText() }
        try await one.sync()
        for _ in 0..<3 {
          try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, part) }
        }
        // The second of the requests is cut.
        desk.line.failNext("/sync", .lostAnswer)
        await #expect(throws: NetworkError.self) { try await one.sync() }
      }

      try await desk.process { one in
        try await one.sync()
        #expect(await !one.document.hasLocalChanges)
      }

      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await Self.text(two).utf8.count == 3 * 900_000)
    }
  }

  @Test func `a note whose paste no server takes keeps it, among what was refused`() async throws {
    try await withTwoDevices("hello") { one, two, id in
      let ana = try await one.open(id)
      // An editor cuts a paste into several changes; one that does not is still to lose nothing.
      ana.copy.replica.changeLimit = nil
      try ana.type(Self.huge, at: 5)
      try await ana.save()
      try await ana.until { _ in ana.copy.generation > 0 }
      try await one.sync()

      #expect(try await one.body(id) == "hello" + Self.huge)
      #expect(try await one.waiting() == [])
      let refused = try await one.store.refusedChanges()
      #expect(refused.map(\.kind) == [.updateItem])
      #expect(
        refused.first?.body.objectValue?["properties"]
          == ["body": .string("hello" + Self.huge)])
      #expect(try await two.body(id) == "hello")
      await ana.note.close()
    }
  }
}
