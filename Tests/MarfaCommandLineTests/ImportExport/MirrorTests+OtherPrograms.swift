import Foundation
import MarfaSDK
import NoteFiles
import Synchronization
import TestSupport
import Testing

// What other programs do to the folder while a pass runs, and between passes.
extension MirrorTests {
  /// Runs one pass, and something else once after its first step of a kind.
  private func mirror(
    after step: MirrorNotes.Step, _ other: @escaping @Sendable () throws -> Void
  ) async throws {
    let isDone = Mutex(false)
    var arguments = MirrorNotes.Arguments(
      folder: folder.path, stateDirectory: fixture.stateDirectory, timeZone: .gmt)
    arguments.checkpoint = { reached in
      let isFirst = isDone.withLock { isDone in
        defer { isDone = isDone || reached == step }
        return !isDone && reached == step
      }
      if isFirst { try other() }
    }
    try await MirrorNotes(store: try await fixture.store()).run(arguments) { _ in }
  }

  @Test func `a file that is written while its note takes the text before is taken next`()
    async throws
  {
    try folder.write("one\n", to: "Oat.md")
    _ = await mirror()
    try folder.write("two\n", to: "Oat.md")

    try await mirror(after: .noteWritten) { [folder] in try folder.write("six\n", to: "Oat.md") }
    _ = await mirror()

    #expect(await fixture.run("show Oat").output == "six\n")
    #expect(try folder.read("Oat.md") == "six\n")
  }

  @Test func `a file that is written right after the mirror wrote it is taken next`() async throws {
    try folder.write("one\n", to: "Oat.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "two\n")

    try await mirror(after: .fileWritten) { [folder] in try folder.write("six\n", to: "Oat.md") }
    _ = await mirror()

    #expect(await fixture.run("show Oat").output == "six\n")
  }

  /// Gives a note another text, on the thread of the pass that runs.
  private func write(
    _ body: JSONValue, to note: String
  ) async throws -> @Sendable () throws -> Void {
    let store = SynchronousStore(try await fixture.store())
    let id = try await store.store.resolveId(title: note)
    return { try store.update(id: id) { _ in ["body": body] } }
  }

  @Test func `a note that is written after the mirror read it is merged with its file next`()
    async throws
  {
    try folder.write("one\n\ntwo\n", to: "Oat.md")
    _ = await mirror()
    try folder.write("ONE\n\ntwo\n", to: "Oat.md")

    try await mirror(after: .noteRead, write("one\n\nTWO\n", to: "Oat"))
    _ = await mirror()

    #expect(await fixture.run("show Oat").output == "ONE\n\nTWO\n")
    #expect(try folder.read("Oat.md") == "ONE\n\nTWO\n")
  }

  @Test func `a note that is written while a decision is taken keeps that text, too`()
    async throws
  {
    try folder.write("---\ntitle: A\n---\none\n\ntwo\n", to: "Oat.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("rename A C")
    try folder.write("---\ntitle: B\n---\nONE\n\ntwo\n", to: "Oat.md")
    #expect(await mirror().status == 8)
    _ = await fixture.run("conflicts resolve C --theirs")

    try await mirror(after: .noteRead, write("one\n\nTWO\n", to: "C"))
    _ = await mirror()

    let note = await fixture.run("show C")
    let file = try folder.read("Oat.md")
    #expect(note.output == "ONE\n\nTWO\n")
    #expect(file == "---\ntitle: C\n---\nONE\n\nTWO\n")
  }

  @Test func `a file that comes back while the pass runs leaves its note`() async throws {
    for name in ["a", "b"] { try folder.write("\(name)\n", to: name + ".md") }
    _ = await mirror()
    try folder.write("changed\n", to: "a.md")
    try remove("b.md")

    try await mirror(after: .noteWritten) { [folder] in try folder.write("new\n", to: "b.md") }
    _ = await mirror()

    #expect(await fixture.run("list --trash --format {title}").output.isEmpty)
    #expect(await fixture.run("show b").output == "new\n")
  }

  @Test func `a note comes back from the trash with its file, and takes the file's text`()
    async throws
  {
    try folder.write("one\ntwo\n", to: "Oat.md")
    _ = await mirror()
    let id = await fixture.run("list --format {id}").output
    try remove("Oat.md")
    _ = await mirror()
    try folder.write("one\nTWO\n", to: "Oat.md")

    let restored = await mirror()

    #expect(restored.output.contains("0 trashed, 1 restored;"), "\(restored.output)")
    #expect(await fixture.run("list --format {id}").output == id)
    #expect(await fixture.run("show Oat").output == "one\nTWO\n")
    #expect(await mirror().output.hasPrefix("0 notes new, 0 changed, 0 trashed; 0 files written"))
  }

  @Test func `a copy of a mirrored folder is refused, a moved one is not`() async throws {
    try folder.write("one\n", to: "notes/Oat.md")
    let notes = folder.path + "/notes"
    _ = await fixture.run(["mirror", notes, "--once"])
    try FileManager.default.copyItem(atPath: notes, toPath: folder.path + "/copy")

    let copied = await fixture.run(["mirror", folder.path + "/copy", "--once"])
    try FileManager.default.moveItem(atPath: notes, toPath: folder.path + "/moved")
    let moved = await fixture.run(["mirror", folder.path + "/moved", "--once"])

    #expect(copied.status == 1 && copied.error.contains("is a copy of"), "\(copied.error)")
    #expect(moved.status == 0, "\(moved.error)")
    #expect(moved.output.hasPrefix("0 notes new, 0 changed, 0 trashed; 0 files written"))
  }

  @Test func `a title whose capitals change renames its file`() async throws {
    _ = await fixture.run(["new", "--title", "rye", "x"])
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)

    _ = await fixture.run("rename rye Rye")
    _ = await mirror()

    #expect(try files() == ["Rye.md"])
    #expect(try folder.read("Rye.md") == "x\n")
  }

  @Test func `a link that leads nowhere keeps no removal back`() async throws {
    for name in ["a", "b"] { try folder.write("\(name)\n", to: name + ".md") }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link.md", withDestinationPath: "nowhere.md")
    _ = await mirror()
    try remove("a.md")

    let second = await mirror()

    #expect(second.status == 8 && second.error.hasPrefix("link.md: failed: "))
    #expect(await notes() == "/b:\n")
  }

  @Test func `the file that a killed run left half written is removed`() async throws {
    try folder.write("half", to: "Oat.md.new-4711")
    try folder.write("mine", to: "Oat.md.new-one")

    _ = await mirror()

    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(all.sorted() == [".marfa-mirror", "Oat.md.new-one"])
  }
}
