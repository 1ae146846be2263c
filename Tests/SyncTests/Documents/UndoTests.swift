import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Undo of one's own edits, across restarts and what others did meanwhile, by a real server.
@Suite(.timeLimit(.minutes(20))) struct DocumentUndoTests {
  private func text(_ one: Participant) async -> String {
    await one.document.read { $0.jsonText("text")?.string ?? "" }
  }

  private func type(_ text: String, at offset: Int, _ one: Participant) async throws {
    try await one.update { root, _ in try root.jsonText("text")?.edit(offset, offset, text) }
  }

  @Test func `undo works after a restart, and reverses what this person did alone`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in
        try await one.update { root, _ in root.text = JSONText() }
        try await one.document.clearHistory()
        try await type("one", at: 0, one)
        try await type(" two", at: 3, one)
        try await one.update { root, _ in try root.jsonText("text")?.edit(0, 1, "") }
        try await one.sync()
      }
      let other = try await DocumentMeeting(server).join("two", [:], .manual)
      try await type("[", at: 0, other)
      try await type("]", at: 7, other)
      try await other.sync()

      try await desk.process { one in
        #expect(await text(one) == "ne two")
        try await one.sync()
        #expect(await text(one) == "[ne two]")
        try await one.document.undo()
        #expect(await text(one) == "[one two]")
        try await one.document.undo()
      }
      try await desk.process { one in
        #expect(await text(one) == "[one]")
        try await one.document.redo()
        #expect(await text(one) == "[one two]")
        try await one.document.undo()
        try await one.document.undo()
        #expect(await text(one) == "[]")
        #expect(await !one.document.canUndo)
        try await one.sync()
      }

      try await other.sync()
      #expect(await text(other) == "[]")
      #expect(await other.document.canUndo)
    }
  }

  @Test func `a forgotten step cannot be undone after a restart`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let first = try await desk.open(initialRoot: ["a": 1])
      #expect(await !first.document.canUndo)
      await first.client.suspend(first.document)

      try await desk.process { one in
        #expect(await !one.document.canUndo)
        try await one.update { root, _ in root.b = 2 }
        try await one.update { root, _ in root.b = 3 }
        try await one.document.undo()
        try await one.document.clearHistory()
        #expect(await !one.document.canUndo)
        #expect(await !one.document.canRedo)
      }
      try await desk.process { one in
        #expect(await !one.document.canUndo)
        #expect(await !one.document.canRedo)
        #expect(await one.json == #"{"a":1,"b":2}"#)
      }
    }
  }

  @Test func `the undo history kept over a restart has a bounded size`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in
        try await one.update { root, _ in root.text = JSONText() }
        for letter in ["a", "b", "c"] {
          let large = String(repeating: letter, count: 100 * 1_024)
          try await type(large, at: 0, one)
          try await one.update { root, _ in try root.jsonText("text")?.edit(0, 100 * 1_024, "") }
        }
      }

      try await desk.process { one in
        var texts: [String] = []
        while await one.document.canUndo {
          try await one.document.undo()
          texts.append(String(await text(one).prefix(1)))
        }
        // Of the three deletions two have room.
        #expect(texts == ["c", "", "b", ""])
      }
    }
  }

  @Test func `two people in one note each undo their own, whatever the other typed between`()
    async throws
  {
    try await withTwoDevices("hello") { one, two, id in
      let (ana, bo) = (try await one.open(id), try await two.open(id))
      try ana.type("A", at: 0)
      try await ana.save()
      try await bo.until { $0 == "Ahello" }
      try bo.type("B", at: 1)
      try await bo.save()
      try await ana.until { $0 == "ABhello" }
      try ana.type("C", at: 7)
      try await ana.save()
      try await bo.until { $0 == "ABhelloC" }
      try bo.type("D", at: 8)
      try await bo.save()
      try await ana.until { $0 == "ABhelloCD" }

      try ana.copy.replica.undo()
      #expect(ana.text == "ABhelloD")
      try ana.copy.replica.undo()
      #expect(ana.text == "BhelloD")
      #expect(!ana.copy.replica.canUndo)
      try await ana.save()
      try await bo.until { $0 == "BhelloD" }
      try bo.copy.replica.undo()
      try bo.copy.replica.undo()
      #expect(bo.text == "hello")
      try await bo.save()

      try await ana.until { $0 == "hello" }
      try ana.copy.replica.redo()
      try await ana.save()
      try await bo.until { $0 == "Ahello" }
    }
  }
}
