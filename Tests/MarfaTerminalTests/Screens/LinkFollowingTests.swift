import MarfaSDK
import TestSupport
import Testing

/// Following links as other programs write them.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LinkFollowingTests {
  private func following(_ link: String) async throws -> ApplicationFixture {
    let lines = (1...40).map { "row \($0)\n\n" }.joined()
    let fixture = try await ApplicationFixture(
      columns: 100,
      notes: [
        "# Alpha\n\n\(lines)## Goals\n\ntarget ^blk\n\n\(lines)",
        "# Main\n\n\(link)\n\n\(lines)## Second Part\n\nhere ^own\n\n\(lines)",
      ])
    await fixture.press("3 tab enter")
    return fixture
  }

  @Test(arguments: ["[[Alpha#Goals]]", "[[Alpha#^blk]]", "[h](Alpha.md#goals)", "[h](Alpha#Goals)"])
  func `a link to a part of a note goes there`(link: String) async throws {
    let fixture = try await following(link)

    let alpha = try await fixture.id(titled: "Alpha")
    #expect(fixture.application.workspace.note.id == alpha)
    #expect(fixture.screen.contains("target"), "\(fixture.screen)")
    #expect(!fixture.screen.contains("target ^blk"))
  }

  @Test(arguments: ["[[#Second Part]]", "[[#^own]]", "[hd](#second-part)", "[hd](#Second%20Part)"])
  func `a link within a note goes there`(link: String) async throws {
    let fixture = try await following(link)

    #expect(fixture.screen.contains("here"), "\(fixture.screen)")
    #expect(!fixture.screen.contains("Create it?"))
  }

  @Test func `a part that is not there is said`() async throws {
    let fixture = try await following("[[#nowhere]]")

    #expect(fixture.screen.contains("This note has no heading “nowhere”."), "\(fixture.screen)")
  }
}
