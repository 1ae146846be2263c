import Foundation
import MarfaSDK
import NoteFiles
import TestSupport
import Testing

/// Files that contradict their notes wait for a person where all conflicts do.
extension MirrorTests {
  /// A file and a note that were equal and changed the same line, and each the end of a text.
  private func contradict(file: String = "theirs\ntwo\n") async throws -> String {
    try folder.write("one\ntwo\n", to: "Oat.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("edit Oat -", input: "mine\ntwo\n")
    try folder.write(file, to: "Oat.md")
    return await mirror().error
  }

  private func conflicts() async -> String {
    await fixture.run("conflicts list --format {title}:{fields}:{mine}:{theirs}").output
  }

  @Test func `a contradiction is among the conflicts, and says in which file it is`() async throws {
    let error = try await contradict()
    let line = await fixture.run("conflicts").output

    #expect(error.contains("`marfa conflicts`"))
    #expect(
      await conflicts()
        == #"Oat:body:{"body":"theirs\ntwo\n"}:{"body":"mine\ntwo\n"}"# + "\n")
    #expect(line.contains("mine in \(folder.path)/Oat.md, theirs in the note"), "\(line)")
    #expect(try folder.read("Oat.md") == "theirs\ntwo\n")
    #expect(await fixture.run("show Oat").output == "mine\ntwo\n")
    // A pass that finds the same asks once.
    _ = await mirror()
    #expect(await fixture.run("conflicts").output.split(separator: "\n").count == 1)
  }

  @Test(arguments: [("--mine", "theirs\ntwo\n"), ("--theirs", "mine\ntwo\n")])
  func `a decision is in the note at once, and in the file with the next pass`(
    side: String, text: String
  ) async throws {
    _ = try await contradict()

    let settled = await fixture.run("conflicts resolve Oat \(side)")
    let shown = await fixture.run("show Oat").output
    let versions = try await fixture.json("history Oat --json").arrayValue?.count ?? 0
    let pass = await mirror()

    #expect(settled.status == 0, "\(settled.error)")
    #expect(shown == text)
    #expect(pass.status == 0 && pass.error.isEmpty, "\(pass.error)")
    #expect(try folder.read("Oat.md") == text)
    #expect(await fixture.run("show Oat").output == text)
    #expect(await conflicts().isEmpty)
    #expect(versions >= 4, "one, mine, theirs and what was chosen")
    #expect(await mirror().output.contains("0 changed, 0 trashed; 0 files written"))
  }

  @Test func `text typed into the file after the decision is merged with it`() async throws {
    _ = try await contradict()
    _ = await fixture.run("conflicts resolve Oat --theirs")
    try folder.write("theirs\ntwo\nthree\n", to: "Oat.md")

    #expect(await mirror().status == 0)

    #expect(try folder.read("Oat.md") == "mine\ntwo\nthree\n")
    #expect(await fixture.run("show Oat").output == "mine\ntwo\nthree\n")
  }

  @Test func `a change that does not contradict is in the note after a decision, too`() async throws
  {
    _ = try await contradict(file: "---\ntags: [x]\n---\ntheirs\ntwo\n")
    _ = await fixture.run("conflicts resolve Oat --theirs")

    #expect(await mirror().status == 0)

    #expect(await notes() == "/Oat:x\n")
    #expect(try folder.read("Oat.md") == "---\ntags: [x]\n---\nmine\ntwo\n")
  }

  @Test func `a contradiction that is no more asks nobody`() async throws {
    _ = try await contradict()
    try folder.write("one\ntwo\n", to: "Oat.md")

    #expect(await mirror().status == 0)

    #expect(await conflicts().isEmpty)
    #expect(try folder.read("Oat.md") == "mine\ntwo\n")
  }

  @Test func `a note that goes to the trash takes its conflict along`() async throws {
    _ = try await contradict()
    _ = await fixture.run("rm Oat")

    _ = await mirror()

    #expect(await conflicts().isEmpty)
    #expect(try folder.read("Oat.md") == "theirs\ntwo\n")
  }

  @Test func `tags that both sides added are no contradiction`() async throws {
    try folder.write("---\ntags: [a]\n---\ntext\n", to: "Oat.md")
    _ = await mirror()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("tag add b Oat")
    try folder.write("---\ntags: [a, c]\n---\ntext\n", to: "Oat.md")

    #expect(await mirror().status == 0)

    #expect(await notes() == "/Oat:a,b,c\n")
    #expect(try folder.read("Oat.md") == "---\ntags: [a, b, c]\n---\ntext\n")
  }

  @Test func `a lost database asks again, and writes over nothing`() async throws {
    _ = try await contradict()
    let id = await fixture.run("conflicts list --format {id}").output
    let store = try await fixture.store()
    for conflict in try await store.parkedConflicts() {
      try await store.endFileConflict(id: conflict.id)
    }

    #expect(await mirror().status == 8)

    #expect(try folder.read("Oat.md") == "theirs\ntwo\n")
    #expect(await fixture.run("conflicts list --format {id}").output == id)
  }
}
