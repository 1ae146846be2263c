import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import TerminalDriver
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ExternalEditorScreenTests {
  private func fixture() async throws -> ApplicationFixture {
    try await ApplicationFixture(environment: ["EDITOR": "vi"], notes: ["one\ntwo\nthree\n"])
  }

  private func body(_ fixture: ApplicationFixture) async throws -> String {
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    return try await fixture.client.store.noteText(id: id).body
  }

  /// Changes the file that the editor was started on.
  private func rewrite(_ arguments: [String], _ change: (String) -> String) throws {
    let path = try #require(arguments.first { $0.hasSuffix(".md") })
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try change(text).write(toFile: path, atomically: true, encoding: .utf8)
  }

  @Test func `the editor's text is stored`() async throws {
    let fixture = try await fixture()
    fixture.host.program = { arguments in
      try self.rewrite(arguments) { $0.replacingOccurrences(of: "two", with: "TWO") }
      return 0
    }

    await fixture.press("E")

    #expect(try await body(fixture) == "one\nTWO\nthree\n")
    #expect(fixture.screen.contains("TWO"))
  }

  @Test func `keys typed ahead open the editor one after the other, and the program ends`()
    async throws
  {
    let fixture = try await fixture()
    var starts = 0
    fixture.host.program = { _ in
      starts += 1
      return 0
    }

    await fixture.type("EE")
    fixture.application.run("app.quit")
    await fixture.settle()

    #expect(starts == 2)
    #expect(fixture.host.hasQuit)
  }

  /// Opens the editor, which changes the first line while somebody else adds a last one.
  private func editWhileAnotherWrites(_ fixture: ApplicationFixture) async throws {
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    fixture.host.program = { arguments in
      try await fixture.client.store.replaceText(id: id, body: "one\ntwo\nthree\nfour\n")
      try self.rewrite(arguments) { $0.replacingOccurrences(of: "one", with: "ONE") }
      return 0
    }
    await fixture.press("E")
  }

  @Test func `a change made meanwhile is never overwritten`() async throws {
    let fixture = try await fixture()

    try await editWhileAnotherWrites(fixture)

    #expect(try await body(fixture) == "ONE\ntwo\nthree\nfour\n")
  }

  @Test func `the editor's text can be undone, and changes made meanwhile stay`() async throws {
    let fixture = try await fixture()
    try await editWhileAnotherWrites(fixture)
    #expect(try await body(fixture) == "ONE\ntwo\nthree\nfour\n")

    await fixture.press("u")
    #expect(fixture.screen.contains("Undone: edited in your editor."))
    #expect(try await body(fixture) == "one\ntwo\nthree\nfour\n")

    await fixture.press("ctrl-r")
    #expect(try await body(fixture) == "ONE\ntwo\nthree\nfour\n")
  }

  @Test func `an editor that wrote nothing leaves nothing to undo`() async throws {
    let fixture = try await fixture()
    fixture.host.program = { _ in 0 }
    await fixture.press("E")

    await fixture.press("u")

    #expect(fixture.screen.contains("Nothing to undo."))
  }

  @Test func `an editor that fails asks and Enter keeps the old text`() async throws {
    let fixture = try await fixture()
    fixture.host.program = { arguments in
      try self.rewrite(arguments) { _ in "" }
      return 1
    }
    fixture.application.actions.editing.editExternally()
    await fixture.host.waitForFrame { fixture.application.compositor.top != nil }
    #expect(fixture.screen.contains("Please confirm"))

    await fixture.press("enter")

    #expect(try await body(fixture) == "one\ntwo\nthree\n")
  }

  /// Lets the editor write and fail, and ends the program as a signal does; before the editor has
  /// ended, or while it is asked what to do with the text.
  private func end(beforeEditor: Bool) async throws {
    let fixture = try await fixture()
    let quitting = fixture.application.actions.quitting
    fixture.host.program = { arguments in
      try self.rewrite(arguments) { $0.replacingOccurrences(of: "two", with: "TWO") }
      if beforeEditor { quitting.end {} }
      return 143
    }
    fixture.application.actions.editing.editExternally()
    if !beforeEditor {
      await fixture.host.waitForFrame { fixture.application.compositor.top != nil }
      quitting.end {}
    }
    await fixture.application.context.work.finish()
    await quitting.finish()

    #expect(fixture.application.compositor.top == nil)
    #expect(try await body(fixture) == "one\ntwo\nthree\n")
    #expect(
      await EditFile.survivorCount(in: fixture.application.context.settings.directories.edit) == 1)
  }

  @Test(arguments: [true, false])
  func `at the end nothing is asked, and what a killed editor wrote stays in its file`(
    beforeEditor: Bool
  ) async throws {
    try await end(beforeEditor: beforeEditor)
  }

  @Test func `an editor that cannot be started is reported, and nothing is changed`() async throws {
    let fixture = try await fixture()
    fixture.host.program = { arguments in
      throw TerminalError(.cannotStart, subject: "vi", underlying: "No such file or directory")
    }

    await fixture.press("E")

    #expect(fixture.screen.contains("The editor could not be used: vi cannot be started"))
    #expect(try await body(fixture) == "one\ntwo\nthree\n")
    #expect(
      await EditFile.survivorCount(in: fixture.application.context.settings.directories.edit) == 0)
  }
}
