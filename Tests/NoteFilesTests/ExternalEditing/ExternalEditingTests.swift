import Foundation
import NoteFiles
import Settings
import TestSupport
import Testing

/// A store, a person and an editor in memory.
@MainActor
private final class Desk {
  var stored: EditableNote
  var storedBodies: [String] = []
  var answer = EditSession.Answer.keepOld
  var resolution: String?
  var remarks: [Diagnostic] = []
  var questions: [EditSession.Question] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ note: EditableNote) { stored = note }

  /// Waits until the next store.
  func nextStore() async { await withCheckedContinuation { waiting = $0 } }

  func hooks(
    _ launch: @escaping @MainActor ([String]) async -> EditSession.EditorExit
  ) -> ExternalEditing.Hooks {
    ExternalEditing.Hooks(
      launch: launch, stored: { self.stored },
      store: { note, _ in
        self.stored = note
        self.storedBodies.append(note.body)
        self.waiting?.resume()
        self.waiting = nil
      },
      ask: { question in
        self.questions.append(question)
        return self.answer
      },
      resolve: { _ in self.resolution }, report: { self.remarks.append($0) })
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ExternalEditingTests {
  private let note = EditableNote(title: "Reed", tags: ["a"], body: "one\n")

  private func edit(
    _ desk: Desk, in directory: TemporaryDirectory, withFrontMatter: Bool = false,
    _ launch: @escaping @MainActor (String) async -> EditSession.EditorExit
  ) async throws -> ExternalEditing.Outcome {
    let command = try #require(
      try EditorProgram.resolve(environment: ["EDITOR": "editor"], configured: nil))
    return try await ExternalEditing.edit(
      desk.stored, id: "id-12345678", command: command, directory: directory.path,
      withFrontMatter: withFrontMatter,
      hooks: desk.hooks { arguments in await launch(arguments.last ?? "") })
  }

  @Test func `a changed file is stored and removed`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)

    let outcome = try await edit(desk, in: directory) { path in
      _ = FileManager.default.createFile(atPath: path, contents: Data("two\n".utf8))
      return .code(0)
    }

    #expect(outcome == .stored)
    #expect(desk.stored.body == "two\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  @Test func `writes in place and by renaming are picked up while the editor runs`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)

    let outcome = try await edit(desk, in: directory) { path in
      async let first: Void = desk.nextStore()
      try? Data("in place\n".utf8).write(to: URL(filePath: path))  // a failure fails the test below
      await first
      async let second: Void = desk.nextStore()
      try? AtomicFile.write("renamed\n", to: path)  // a failure fails the test below
      await second
      return .code(0)
    }

    #expect(outcome == .stored)
    #expect(desk.storedBodies == ["in place\n", "renamed\n"])
  }

  @Test func `front matter carries title and tags both ways`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)
    var given = ""

    _ = try await edit(desk, in: directory, withFrontMatter: true) { path in
      given =
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let text = given.replacing("title: Reed", with: "title: Sedge")
      _ = FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
      return .code(0)
    }

    #expect(given == "---\ntitle: Reed\ntags: [a]\n---\n\none\n")
    #expect(desk.stored == EditableNote(title: "Sedge", tags: ["a"], body: "one\n"))
  }

  @Test func `of an editor that fails the old text is kept, and the file`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)

    let outcome = try await edit(desk, in: directory) { path in
      _ = FileManager.default.createFile(atPath: path, contents: Data("half".utf8))
      return .code(1)
    }

    let survivor = try #require(EditFile.survivors(in: directory.path).first)
    #expect(outcome == .kept(path: survivor.file.path))
    #expect(desk.questions == [.editorFailed(.code(1))])
    #expect(desk.stored == note)
  }

  @Test func `a file that is no text is not stored, and stays as it was written`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)
    let bytes = Data("caf\u{e9}\n".unicodeScalars.map { UInt8($0.value) })

    let outcome = try await edit(desk, in: directory) { path in
      _ = FileManager.default.createFile(atPath: path, contents: bytes)
      return .code(0)
    }

    let survivor = try #require(EditFile.survivors(in: directory.path).first)
    #expect(desk.questions == [.notText(SourcePosition(line: 1, column: 4))])
    #expect(desk.storedBodies == [])
    #expect(outcome == .kept(path: survivor.file.path))
    #expect(FileManager.default.contents(atPath: survivor.file.path) == bytes)
  }

  @Test func `a file that the editor took away is not said to be kept`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)

    let outcome = try await edit(desk, in: directory) { path in
      try? FileManager.default.removeItem(atPath: path)
      return .code(0)
    }

    #expect(outcome == .gone)
    #expect(desk.stored == note)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func `a contradiction that is put off keeps the file for later`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)

    let outcome = try await edit(desk, in: directory) { path in
      desk.stored.body = "theirs\n"
      _ = FileManager.default.createFile(atPath: path, contents: Data("mine\n".utf8))
      return .code(0)
    }

    let survivor = try #require(EditFile.survivors(in: directory.path).first)
    #expect(outcome == .kept(path: survivor.file.path))
    #expect(survivor.text == "mine\n")
    #expect(desk.stored.body == "theirs\n")
  }

  @Test func `a store that fails keeps the file`() async throws {
    let directory = try TemporaryDirectory()
    let desk = Desk(note)
    struct Full: Error {}
    var hooks = desk.hooks { arguments in
      _ = FileManager.default.createFile(
        atPath: arguments.last ?? "", contents: Data("mine\n".utf8))
      return .code(0)
    }
    hooks.store = { _, _ in throw Full() }
    let command = try #require(
      try EditorProgram.resolve(environment: ["EDITOR": "ed"], configured: nil))

    await #expect(throws: Full.self) {
      try await ExternalEditing.edit(
        note, id: "id", command: command, directory: directory.path, withFrontMatter: false,
        hooks: hooks)
    }
    #expect(EditFile.survivors(in: directory.path).map(\.text) == ["mine\n"])
  }
}
