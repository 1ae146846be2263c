import Foundation
import MarfaSDK
import NoteFiles
import Synchronization
import TestSupport
import Testing

// Runs that break off.
extension MirrorTests {
  private struct Killed: Error {}

  /// Runs until a number of steps were made, then breaks off as a killed process does.
  private func run(killedAfter steps: Int) async throws -> Bool {
    let count = Mutex(0)
    var arguments = MirrorNotes.Arguments(
      folder: folder.path, stateDirectory: fixture.stateDirectory, timeZone: .gmt)
    arguments.checkpoint = { _ in
      try count.withLock { count in
        count += 1
        if count == steps { throw Killed() }
      }
    }
    do {
      try await MirrorNotes(store: try await fixture.store()).run(arguments) { _ in }
      return false
    } catch is Killed {
      return true
    }
  }

  @Test func `a run that is killed between any two steps is finished by the next`() async throws {
    // Each step takes a store of its own and thirty commands.
    let isLong = ProcessInfo.processInfo.environment["MARFA_LONG_TESTS"] != nil
    for steps in stride(from: isLong ? 1 : 2, to: 100, by: isLong ? 1 : 6) {
      let killed = try await MirrorTests().finishes(killedAfter: steps)
      if !killed {
        #expect(steps > 12)
        break
      }
    }
  }

  /// Breaks off a pass with every kind of work, and compares what the next one comes to.
  private func finishes(killedAfter steps: Int) async throws -> Bool {
    for name in ["keep", "goes", "moves", "takes", "both"] {
      try folder.write("\(name)\n1\n2\n3\n", to: name + ".md")
    }
    _ = await fixture.run(["new", "--title", "edited", "old"])
    _ = await fixture.run(["new", "--title", "trashed", "old"])
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    try remove("goes.md")
    try FileManager.default.moveItem(
      atPath: folder.path + "/moves.md", toPath: folder.path + "/moved.md")
    try folder.write("taken\n", to: "takes.md")
    try folder.write("both\n1\n2\nFILE\n", to: "both.md")
    _ = await fixture.run("edit both -", input: "NOTE\n1\n2\n3\n")
    _ = await fixture.run("edit edited -", input: "new\n")
    _ = await fixture.run("rm trashed")
    try folder.write("new file\n", to: "sub/file.md")
    _ = await fixture.run(["new", "--title", "new note", "text"])

    let killed = try await run(killedAfter: steps)
    let next = await mirror()
    let last = await mirror()

    #expect(next.status == 0 && next.error.isEmpty, "killed after \(steps)")
    #expect(last.output.hasPrefix("0 notes new, 0 changed, 0 trashed; 0 files written, 0 removed"))
    #expect(
      try files() == [
        "both.md", "edited.md", "keep.md", "moved.md", "new note.md", "sub/file.md", "takes.md",
      ], "killed after \(steps)")
    #expect(
      await notes()
        == "/both:\n/edited:\nsub/file:\n/keep:\n/moved:\n/new note:\n/takes:\n",
      "killed after \(steps)")
    #expect(await fixture.run("show both").output == "NOTE\n1\n2\nFILE\n")
    #expect(try folder.read("both.md") == "NOTE\n1\n2\nFILE\n")
    #expect(await fixture.run("show takes").output == "taken\n")
    #expect(try folder.read("edited.md") == "new\n")
    return killed
  }

  @Test(arguments: 1...4) func `a decision is taken after a run that was killed`(
    steps: Int
  ) async throws {
    try folder.write("one\n", to: "Oat.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "mine\n")
    try folder.write("---\ntags: [x]\n---\ntheirs\n", to: "Oat.md")
    #expect(await mirror().status == 8)
    _ = await fixture.run("conflicts resolve Oat --theirs")

    #expect(try await run(killedAfter: steps))

    #expect(await mirror().status == 0)
    #expect(await notes() == "/Oat:x\n")
    #expect(try folder.read("Oat.md") == "---\ntags: [x]\n---\nmine\n")
    #expect(await fixture.run("conflicts").output.isEmpty)
    #expect(await mirror().output.contains("0 changed, 0 trashed; 0 files written"))
  }
}
