import MarfaSDK
import MarfaTerminal
import NoteEditingFixtures
import NoteFiles
import TerminalUI
import Testing

/// What a key paints in a note that is stored and sent with every key, since somebody else is in
/// it.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct KeyPaintingTests {
  private typealias Shared = PeopleScreenTests.Shared

  /// The note is edited, Bo is in it, and changes are sent as they happen.
  private func typing() async throws -> Shared {
    let shared = try await PeopleScreenTests().shared()
    let sync = shared.fixture.application.context.sync
    sync.cannotConnect(.live, because: "It can be reached.")
    await shared.fixture.press("e G A")
    await shared.show([SharedNoteDocument.person(30, "Bo")])
    await shared.fixture.type("x")
    await shared.fixture.passDelays()
    while try shared.server.takeNext() {}
    await shared.fixture.settle()
    await shared.fixture.passDelays()
    // The changes are as old as the store's clock says.
    shared.fixture.clock.advance(
      byMilliseconds: shared.server.clock.now.milliseconds
        - shared.fixture.clock.now.milliseconds)
    await shared.fixture.settle()
    return shared
  }

  /// The cells in which two frames differ, by rows.
  private func changes(_ old: Surface, _ new: Surface) -> [Int: Int] {
    var rows: [Int: Int] = [:]
    for row in 0..<new.size.rows {
      for column in 0..<new.size.columns where old[column, row] != new[column, row] {
        rows[row, default: 0] += 1
      }
    }
    return rows
  }

  /// Stores what is to be stored at once.
  private func storeAtOnce(_ shared: Shared) async {
    shared.fixture.host.fire(
      shared.fixture.host.scheduled.filter { !$0.isCancelled && $0.delay == .zero })
    await shared.fixture.settle()
  }

  @Test func `a key that is stored and sent at once paints its own cells and nothing after them`()
    async throws
  {
    let shared = try await typing()
    let fixture = shared.fixture
    let before = fixture.frame

    fixture.application.handle(.key(KeyEvent(.character("z"))))
    let withKey = fixture.frame
    await storeAtOnce(shared)
    let stored = fixture.frame
    #expect(fixture.application.context.sync.status?.pending == 1)
    #expect(try shared.server.takeNext())
    await fixture.settle()
    let sent = fixture.frame

    #expect(fixture.application.context.sync.status?.pending == 0)
    let ownRow = try #require(withKey.textRows.firstIndex { $0.contains("xz") })
    let painted = changes(before, withKey)
    #expect(painted[ownRow] == 1)
    #expect(painted.values.reduce(0, +) <= 4, "the letter and the column in the status line")
    #expect(changes(withKey, stored).isEmpty, "\(changes(withKey, stored))")
    #expect(changes(stored, sent).isEmpty, "\(changes(stored, sent))")
  }

  @Test func `a key that is not on the server after half a second is shown to wait`() async throws {
    let shared = try await typing()
    let fixture = shared.fixture
    fixture.application.handle(.key(KeyEvent(.character("z"))))
    await storeAtOnce(shared)
    #expect(!fixture.screen.contains("1 pending"))
    let row = try #require(fixture.frame.textRows.firstIndex { $0.contains("▌Field notes") })
    #expect(!fixture.frame.textRows[row].contains("●"))
    let wait = ShownPending.grace
    #expect(fixture.host.scheduled.contains { !$0.isCancelled && $0.delay <= wait })

    fixture.clock.advance(byMilliseconds: 500)

    #expect(fixture.screen.contains("1 pending"))
    #expect(fixture.frame.textRows[row].contains("●"))
    #expect(try shared.server.takeNext())
    await fixture.settle()
    #expect(!fixture.screen.contains("pending"))
    #expect(!fixture.frame.textRows[row].contains("●"))
  }

  @Test func `all is called sent neither with a key nor after it, until typing rests`()
    async throws
  {
    let shared = try await typing()
    let fixture = shared.fixture
    let session = try #require(fixture.application.workspace.note.session)
    #expect(session.isAtRest)

    fixture.application.handle(.key(KeyEvent(.character("z"))))
    #expect(!session.isAtRest)
    #expect(session.isCalledStored)
    await storeAtOnce(shared)
    #expect(try shared.server.takeNext())
    await fixture.settle()
    #expect(!session.isAtRest)

    await fixture.passDelays()
    #expect(session.isAtRest)
  }

  @Test func `a save that takes long is shown as being stored`() async throws {
    let shared = try await typing()
    let fixture = shared.fixture
    fixture.application.handle(.key(KeyEvent(.character("z"))))
    #expect(!fixture.screen.contains("storing …"))

    let waits = fixture.host.scheduled.filter {
      !$0.isCancelled && $0.delay == ShownPending.grace
    }
    fixture.host.fire(waits)

    #expect(fixture.screen.contains("storing …"))
    await storeAtOnce(shared)
    #expect(!fixture.screen.contains("storing …"))
  }
}
