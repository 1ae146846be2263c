import MarfaSDK
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ServerProcessTests {
  private struct Scene {
    let server: ServerProcess
    let folder: TemporaryDirectory
    let one: SocketDevice
    let two: SocketDevice

    init() async throws {
      server = try await ServerProcess()
      folder = try TemporaryDirectory()
      one = try await SocketDevice(
        url: server.url, key: server.key, store: folder.path + "/one/notes.sqlite")
      two = try await SocketDevice(
        url: server.url, key: server.key, store: folder.path + "/two/notes.sqlite")
      try await one.start()
      try await two.start()
    }

    func stop() async {
      await one.client.syncEngine?.stop()
      await two.client.syncEngine?.stop()
    }
  }

  private func note(_ device: SocketDevice, _ body: String) async throws -> String {
    try await device.client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "N", "body": .string(body)])
    ).id
  }

  private func body(_ client: MarfaClient, _ id: String) async throws -> String? {
    guard let item = try await client.store?.item(id: id) else { return nil }
    return item.properties["body"]?.stringValue
  }

  @Test func `an edit travels from device to device through a server of its own`() async throws {
    let scene = try await Scene()
    let id = try await note(scene.one, "one")
    try await scene.two.until { try await $0.store?.item(id: id) != nil }

    try await scene.two.client.items.update(id: id, properties: ["body": "two"])
    try await scene.one.until {
      try await $0.store?.item(id: id)?.properties["body"] == "two"
    }

    #expect(try await scene.one.client.items.get(id: id).version == 2)
    await scene.stop()
  }

  @Test func `compressed answers of the server are unpacked here`() async throws {
    let server = try await ServerProcess()
    let isPacked = Mutex(false)
    let proxy = try ForwardingProxy(
      port: server.url.port ?? 0,
      treatment: { .hold("Content-Encoding: gzip\r\n") { isPacked.withLock { $0 = true } } })
    let remote = MarfaClient(url: proxy.url, apiKey: server.key)
    let body = String(repeating: "three reed warblers ", count: 500)
    let id = try await remote.items.create(
      CreateItemInput(type: "core.note", properties: ["body": .string(body)])
    ).id

    #expect(try await remote.items.get(id: id).properties["body"] == .string(body))

    #expect(isPacked.withLock { $0 })
  }

  @Test func `a server that is killed and started again has lost nothing, and nothing is doubled`()
    async throws
  {
    let scene = try await Scene()
    let shared = try await note(scene.one, "base")
    try await scene.two.until { try await $0.store?.item(id: shared) != nil }
    var written: [String: String] = [:]
    for number in 0..<20 {
      let id = try await note(scene.one, "a\(number)")
      written[id] = "a\(number)"
    }

    await scene.server.kill()
    for number in 0..<20 {
      let (one, two) = (
        try await note(scene.one, "b\(number)"), try await note(scene.two, "c\(number)")
      )
      (written[one], written[two]) = ("b\(number)", "c\(number)")
    }
    try await scene.one.client.items.update(id: shared, properties: ["title": "One"])
    try await scene.two.client.items.update(id: shared, properties: ["body": "Two"])
    try await scene.server.start()
    for device in [scene.one, scene.two] { await device.client.syncEngine?.retry() }
    written[shared] = "Two"
    let expected = written
    for device in [scene.one, scene.two] {
      try await device.until { client in
        for (id, body) in expected {
          guard let item = try await client.store?.item(id: id),
            item.properties["body"]?.stringValue == body
          else { return false }
        }
        let waiting = try await client.mutationQueue?.fetchAll().isEmpty == true
        return try await client.items.get(id: shared).properties["title"] == "One" && waiting
      }
    }

    let fresh = try await SocketDevice(
      url: scene.server.url, key: scene.server.key,
      store: scene.folder.path + "/three/notes.sqlite")
    try await fresh.start()
    #expect(try await fresh.bodies() == expected)
    #expect(try await scene.one.bodies() == expected)
    #expect(try await scene.two.bodies() == expected)
    await fresh.client.syncEngine?.stop()
    await scene.stop()
  }
}
