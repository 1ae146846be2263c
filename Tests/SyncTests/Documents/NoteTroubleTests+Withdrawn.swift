import Documents
import Foundation
import MarfaSDK
import MarfaServer
import Synchronization
import TestSupport
import Testing

/// Notes whose documents are gone: they go on as texts.
extension NoteTroubleTests {
  /// Takes the copy that an editor gets in place of its own.
  private func replaced(_ editor: NoteEditor) async {
    for await arrival in editor.note.arrivals {
      guard case .replaced(let copy) = arrival else { continue }
      editor.copy = copy
      return
    }
  }

  @Test func `an editor goes on with the text when the server has no documents any more`()
    async throws
  {
    try await withTwo("hello") { scene in
      let (one, two) = (scene.one, scene.two)
      let ana = try await one.open(scene.note)
      scene.line.setFault { $0.path.hasPrefix("/documents") ? .answer(.notFound) : nil }

      try ana.type("A ", at: 0)
      try await ana.save()
      await replaced(ana)
      #expect(ana.text == "A hello")
      #expect(try await one.waiting() == [.updateItem])
      #expect(try await one.store.knownReplicas() == [])

      try ana.type("B ", at: 0)
      guard case .stored(let saved) = try await ana.save() else {
        Issue.record("superseded")
        return
      }
      #expect(saved.didChange)
      try await one.sync()
      try await two.sync(scene.note) { try await two.body(scene.note) == "B A hello" }

      try await two.store.mergeText(id: scene.note, from: "B A hello", to: "B A hello you")
      try await two.sync()
      try await one.sync(scene.note) { try await one.body(scene.note) == "B A hello you" }
      await replaced(ana)
      #expect(ana.text == "B A hello you")
      await ana.note.close()
    }
  }

  @Test func `a commit over a document that is gone writes nothing and gives the text`()
    async throws
  {
    try await withTwo("hello") { scene in
      let one = scene.one
      let ana = try await one.open(scene.note)
      await one.notes.suspendAll()
      try ana.type("A ", at: 0)
      try await one.store.releaseDocuments()

      guard case .superseded(let newer) = try await ana.save() else {
        Issue.record("it was stored")
        return
      }
      #expect(newer.text == "hello")
      #expect(try await one.body(scene.note) == "hello")
      ana.copy = newer
      try ana.type("A ", at: 0)
      var result = try await ana.save()
      // The rows reported the end at the same moment, too: then there is one copy more.
      while case .superseded(let another) = result {
        ana.copy = another
        try ana.type("A ", at: 0)
        result = try await ana.save()
      }
      #expect(try await one.body(scene.note) == "A hello")
      #expect(try await one.waiting() == [.updateItem])
    }
  }

  @Test func `a server without documents lets unsent edits go out as an update`() async throws {
    try await withTwo("hello") { scene in
      let one = scene.one
      try await one.open(scene.note).note.close()
      try await one.store.mergeText(id: scene.note, from: "hello", to: "hello!")
      #expect(try await one.waiting() == [.pushDocument])
      scene.line.setFault { $0.path.hasPrefix("/documents") ? .answer(.notFound) : nil }

      #expect(await one.notes.settleWaiting().didSettle)

      #expect(try await one.waiting() == [.updateItem])
      try await one.sync()
      try await scene.two.sync(scene.note) { try await scene.two.body(scene.note) == "hello!" }
    }
  }

  @Test func `the page of something else than the server ends no document`() async throws {
    try await withTwo("hello") { scene in
      let one = scene.one
      try await one.open(scene.note).note.close()
      try await one.store.mergeText(id: scene.note, from: "hello", to: "hello!")
      let page = TransportResponse(
        status: 404, headers: ["content-type": "text/html"], body: Array("<html>No.".utf8))
      scene.line.setFault { _ in .answer(page) }

      let round = await one.notes.settleWaiting()

      #expect(round.didFail && !round.didSettle)
      #expect(try await one.waiting() == [.pushDocument])
      #expect(try await one.store.knownReplicas().count == 1)
    }
  }

  @Test func `a note that was never attached is a document only after its text was sent`()
    async throws
  {
    try await withTwo("hello") { scene in
      let one = scene.one
      try await one.store.mergeText(id: scene.note, from: "hello", to: "hello!")
      #expect(try await one.waiting() == [.updateItem])
      #expect(await one.notes.note(id: scene.note) == nil)
      #expect(try await one.waiting() == [.updateItem])

      try await one.sync()

      #expect(try await one.open(scene.note).text == "hello!")
    }
  }
}

extension TransportResponse {
  /// The answer of a server that has no such route.
  fileprivate static let notFound = TransportResponse.refusal(404, "not_found")
}
