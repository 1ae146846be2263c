import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import Synchronization
import TerminalUI
import Testing
import Workbench

/// Drawing only reads what `update` left.
@MainActor @Suite(.timeLimit(.minutes(20))) struct DrawingTests {
  /// Everything that reading or working leaves a trace in.
  private struct Traces: Equatable {
    var work: Int
    var listReads: ReadCounts
    var noteReads: Int
    var drawerReads: Int
    var selection: ListSelection
    var messages: Int
  }

  private func traces(_ application: Application) -> Traces {
    let workspace = application.workspace
    return Traces(
      work: application.context.work.begun, listReads: workspace.list.window.reads,
      noteReads: workspace.note.reads, drawerReads: workspace.note.drawer?.reads ?? 0,
      selection: workspace.list.selection, messages: application.context.messages.history.count)
  }

  static let notes = [
    "# One\n\n[[Two]] and #red\n\n- [ ] task\n",
    "# Two\n\n![image](x.png) `code` and #red #blue\n",
    "# Three\n\n" + String(repeating: "many words in a line of the note\n\n", count: 200),
  ]

  /// Counts the reads of a store.
  final class ReadMeter: Sendable {
    private let count = Mutex(0)
    var reads: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  /// Draws the screen twice; fails where it changes, and where anything is read or begun.
  func expectAlike(
    _ fixture: ApplicationFixture, _ name: String, _ meter: ReadMeter? = nil
  ) async {
    let application = fixture.application
    // What the last key began, and what that led to, is read first.
    for _ in 0..<2 { await fixture.settle() }
    let frame = fixture.frame
    let (before, reads) = (traces(application), meter?.reads)

    let first = application.draw()
    let second = application.draw()

    #expect(first == second, "\(name)")
    #expect(first == frame, "\(name)")
    #expect(traces(application) == before, "\(name)")
    // What drawing would have begun is read by then.
    await fixture.settle()
    #expect(meter?.reads == reads, "\(name)")
  }

  @Test(arguments: [
    "", "j", "j j", "1", "1 j j", "3", "3 n", "enter", "i", "i [ [", "i #", "/ o", "/ o enter",
    "/ z z z", "t", "space f", "space f #", "space f :", "space space", "?", "#", "# j", ": t h",
    "g", "x", "M", "z", "v", "v tab", "g b", "A", "space s", "U", "g p", "g c", "I",
  ])
  func `a screen is drawn twice alike, and drawing reads nothing`(keys: String) async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let fixture = try await ApplicationFixture(
        columns: columns, rows: rows, notes: Self.notes, sdk: Self.store(meter))
      await fixture.press(keys)

      await expectAlike(fixture, "\(columns)×\(rows) after \(keys)", meter)
    }
  }

  static func store(_ meter: ReadMeter) throws -> LocalStore {
    var environment = MarfaSDKTest.environment()
    environment.willRead = { meter.add() }
    return try LocalStore.inMemory(environment: environment)
  }

  @Test func `a notebook without notes is drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let fixture = try await ApplicationFixture(
        columns: columns, rows: rows, sdk: Self.store(meter))
      await fixture.settle()

      for keys in ["", "1", "3", "/ x", "esc"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), no notes, \(keys)", meter)
      }
    }
  }

  @Test func `a note with a file, and its versions, are drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let fixture = try await ApplicationFixture(
        columns: columns, rows: rows, notes: Self.notes, sdk: Self.store(meter))
      let id = try #require(fixture.application.workspace.selectedNote?.id)
      _ = try await fixture.client.attachments.add(
        data: Array("a".utf8), to: id, title: "a.txt")
      try await fixture.client.store.replaceText(id: id, body: "# Three\n\nother words")
      await fixture.settle()

      for keys in ["enter", "v", "j", "esc"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), \(keys)", meter)
      }
    }
  }

  @Test func `a conflict, and what waits for a server, are drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      let meter = ReadMeter()
      let (fixture, _, _) = try await ConflictViewTests().conflicted(
        columns: columns, rows: rows, willRead: { meter.add() })

      for keys in ["c", "m", "e", "esc", "esc", "space s", "esc", "g p", "esc"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), \(keys)", meter)
      }
    }
  }

  @Test func `a question, and a screen that is too small, are drawn twice alike`() async throws {
    for (columns, rows) in [(80, 24), (30, 8)] {
      let meter = ReadMeter()
      let fixture = try await ApplicationFixture(
        columns: columns, rows: rows, notes: Self.notes, sdk: Self.store(meter))

      for keys in ["D", "esc", "j"] {
        await fixture.press(keys)
        await expectAlike(fixture, "\(columns)×\(rows), \(keys)", meter)
      }
    }
  }
}
