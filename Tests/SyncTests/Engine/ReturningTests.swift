import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Synchronization
import TestSupport
import Testing

/// A device that comes back to a server on which little or nothing has changed.
@Suite(.timeLimit(.minutes(20))) struct ReturningTests {
  /// Notes the paths that a device asks for from now on.
  private static func record(_ device: Device) -> @Sendable () -> [String] {
    let paths = Paths()
    device.line.setFault { request in
      paths.all.withLock { $0.append(request.path) }
      return nil
    }
    return { paths.all.withLock(\.self) }
  }

  private final class Paths: Sendable {
    let all = Mutex<[String]>([])
  }

  @Test func `the types are asked for again only after one has changed`() async throws {
    let server = InMemoryServer()
    let device = try await Device("one", server, seed: 1)
    try await device.start()
    await device.client.syncEngine?.stop()
    let asked = Self.record(device)

    try await device.start()
    await device.client.syncEngine?.stop()

    #expect(asked().filter { $0.hasSuffix("/types") } == [])

    let poem: JSONValue = ["id": "user.poem", "version": 1, "fields": [:]]
    #expect(server.ask("POST", "/types", poem).status == 201)
    try await device.start()
    await device.client.syncEngine?.stop()

    #expect(asked().filter { $0.hasSuffix("/types") } == ["/types", "/edges/types"])
  }

  @Test(arguments: ["/types", "/edges/types"])
  func `a list that the server did not name is asked for again`(path: String) async throws {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    device.line.setFault { request in
      request.path == path ? .answer(TransportResponse(status: 500)) : nil
    }
    try await device.start()
    await device.client.syncEngine?.stop()
    let asked = Self.record(device)

    try await device.start()
    await device.client.syncEngine?.stop()

    #expect(asked().filter { $0.hasSuffix("/types") } == ["/types", "/edges/types"])
  }

  @Test func `a return that brings nothing writes nothing`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/notes.sqlite"
    let device = try await Device(
      "one", InMemoryServer(), seed: 1, store: LocalStore.open(path: path))
    try await device.note("A")
    try await device.start()
    await device.client.syncEngine?.stop()
    let before = try Data(contentsOf: URL(filePath: path + "-wal"))

    try await device.start()
    await device.client.syncEngine?.stop()

    #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == before)
  }
}
