import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadsCommandTests {
  private func names(_ device: CommandFixture) async throws -> [String] {
    (try await device.json("uploads --json").arrayValue ?? []).compactMap {
      $0.objectValue?["name"]?.stringValue
    }
  }

  @Test func `uploads that go first keep the order in which they are named`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    let id = await device.note("--title Rye", text: "x\n")
    #expect(try await device.logIn(to: server, key: try await server.key()).status == 0)
    for name in ["a", "b", "c", "d"] {
      try device.directory.write(name, to: name)
      try await device.succeeds("attach \(id) \(name)")
    }

    try await device.succeeds("uploads first d b d")
    let unknown = await device.run("uploads first a nothing")

    #expect(try await names(device) == ["d", "b", "a", "c"])
    #expect(unknown.error == "marfa: No upload “nothing”.\n")
    #expect(unknown.status == 3)
    withExtendedLifetime(server) {}
  }
}
