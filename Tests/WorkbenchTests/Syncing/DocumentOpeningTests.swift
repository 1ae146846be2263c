import MarfaSDK
import NoteEditingFixtures
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct DocumentOpeningTests {
  private let host = TestHost()

  @Test func `a document that comes in time is given, and the limit is dropped`() async throws {
    let document = try SharedNote("x").editor(1)

    let given = await DocumentOpening(host: host).document { document }
    host.fireAll()

    #expect(given as? SharedNoteDocument === document)
    #expect(!document.isClosed)
    let none = await DocumentOpening(host: host).document { nil }
    #expect(none == nil)
  }

  @Test func `nobody waits longer than the limit, and a late document is closed`() async throws {
    let document = try SharedNote("x").editor(1)
    let (answers, answer) = AsyncStream<Void>.makeStream()
    let (closed, close) = AsyncStream<Void>.makeStream()
    let opening = DocumentOpening(host: host)
    let limited = Task { [host] in
      await opening.document {
        // The limit passes while the server has not answered.
        host.fireAll()
        for await _ in answers { break }
        close.yield()
        return document
      }
    }

    let none = await limited.value
    #expect(none == nil)
    #expect(!document.isClosed)
    answer.yield()
    for await _ in closed { break }
    // They end when it is closed.
    for await _ in document.arrivals {}
    #expect(document.isClosed)
  }
}
