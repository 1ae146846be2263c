import MarfaSDK
import TerminalLayers
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteVersionsTests {
  private func version(_ number: Int, minute: Int) -> ItemVersion {
    ItemVersion(
      id: "v\(number)-\(minute)", itemId: "note", version: number, properties: [:],
      createdAt: "2026-01-01T00:0\(minute):00Z")
  }

  @Test func `a text that the server never had is where its time is`() {
    let versions = NoteVersions(own: [
      version(0, minute: 6), version(7, minute: 5), version(0, minute: 4), version(0, minute: 3),
      version(6, minute: 2), version(0, minute: 1),
    ])

    #expect(versions.all.map(\.id) == ["v0-6", "v7-5", "v0-4", "v0-3", "v6-2", "v0-1"])
    #expect(versions.all.filter(versions.isUnsent).count == 4)
    #expect(!versions.isUnsent(version(7, minute: 5)))
  }
}
