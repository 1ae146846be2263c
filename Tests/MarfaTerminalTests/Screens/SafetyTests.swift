import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import Settings
import TestSupport
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SafetyTests {
  private func backups(_ fixture: ApplicationFixture) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: fixture.folder.path + "/data/backups")
    return (names ?? []).sorted()  // no folder: no backups
  }

  @Test func `the notes are copied once a day`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    for _ in 0..<2 {
      fixture.application.backup.beginSoon()
      await fixture.passDelays()
    }
    #expect(backups(fixture) == ["daily-20260101-000100.sqlite"])

    fixture.clock.advance(byMilliseconds: 86_400_000)
    fixture.application.backup.beginSoon()
    await fixture.passDelays()
    #expect(backups(fixture).count == 2)
    #expect(fixture.application.context.messages.current?.severity != .error)
  }

  @Test func `no backup is made if it is turned off`() async throws {
    let fixture = try await ApplicationFixture(
      notes: ["# One"], configuration: "backup:\n  daily: false\n")

    fixture.application.backup.beginSoon()
    await fixture.passDelays()

    #expect(backups(fixture).isEmpty)
  }

  @Test func `seven daily copies are kept, and all that were asked for`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    for day in 1...9 {
      try fixture.folder.write("", to: "data/backups/daily-2025010\(day)-000000.sqlite")
    }
    try fixture.folder.write("", to: "data/backups/notes-20240101-000000.sqlite")

    fixture.application.backup.beginSoon()
    await fixture.passDelays()

    let names = backups(fixture)
    #expect(names.count { $0.hasPrefix("daily-") } == 7)
    #expect(names.contains("daily-20260101-000100.sqlite"))
    #expect(names.contains("notes-20240101-000000.sqlite"))
  }

  /// The notes are edited at 00:00, 00:01 and 00:02; it is 00:03.
  @Test(arguments: [
    (0, 0, "Last edit saved: 00:02, “Three”."), (120, 0, "Last edit saved: 00:02, “Three”."),
    (121, 0, "No note was edited."), (120, 86_400, "Last edit saved: 01 Jan 00:02, “Three”."),
  ])
  func `a run that did not exit cleanly is reported with its last edit`(
    start: Int, pause: Int, sentence: String
  ) async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two", "# Three"])
    fixture.clock.advance(byMilliseconds: Int64(pause) * 1000)

    LastRuns(context: fixture.application.context).check(brokenRuns: [
      BrokenRun(
        start: Timestamp(milliseconds: MarfaSDKTest.start.milliseconds + Int64(start) * 1000))
    ])
    await fixture.settle()

    #expect(fixture.screen.contains("marfa did not exit cleanly. " + sentence))
  }

  @Test(arguments: ["n", "space d"], ["", "Milk"])
  func `a new note goes with a run that broke off before its text was stored`(
    key: String, typed: String
  ) async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let directories = fixture.application.context.settings.directories
    try FileManager.default.createDirectory(
      atPath: directories.state, withIntermediateDirectories: true)
    let mark = RunMark(directories: directories)
    #expect(mark.set().isEmpty)
    await fixture.press(key)
    let id = try #require(fixture.application.workspace.note.id)
    if !typed.isEmpty {
      await fixture.type(typed)
      await fixture.passDelays()
    }

    // The process is gone; another one has its number.
    let runs = mark.set()
    let next = try await ApplicationFixture(sdk: fixture.client.store)
    LastRuns(context: next.application.context).check(brokenRuns: runs)
    await next.settle()

    #expect(runs.map(\.newNote) == [id])
    #expect(try await next.client.items.list().data.count == (typed.isEmpty ? 1 : 2))
    #expect(mark.set().map(\.newNote) == [nil])
    mark.remove()
  }

  @Test func `a text that an editor left in a file is reported`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    _ = try EditFile.create(
      in: fixture.application.context.settings.directories.edit, id: "x-12345678", title: "T",
      text: "new",
      base: "old")

    LastRuns(context: fixture.application.context).check(brokenRuns: [])
    await fixture.settle()

    #expect(fixture.screen.contains("1 unsaved edit was kept in a file"))
    await fixture.press("2")
    #expect(!fixture.screen.contains("1 unsaved edit was kept in a file"))
    #expect(fixture.screen.contains("1 of 1"))
    await fixture.press("g m")
    #expect(fixture.screen.contains("1 unsaved edit was kept in a file"))
  }

  @Test func `a mark reports runs that did not end cleanly, and no others`() throws {
    let folder = try TemporaryDirectory()
    let directories = ApplicationDirectories(environment: ["MARFA_STATE": folder.path])
    func mark(_ process: Int32) -> RunMark { RunMark(directories: directories, process: process) }

    #expect(mark(1).set { _ in false }.isEmpty)
    #expect(mark(2).set { $0 == 1 }.isEmpty)
    mark(1).remove()
    #expect(mark(3).set { _ in false }.count == 1)
    #expect(mark(3).set { _ in true }.count == 1)
    mark(3).remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
