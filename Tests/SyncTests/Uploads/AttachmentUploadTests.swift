import Foundation
import MarfaSDK
import MarfaServer
import TestSupport
import Testing

/// Files that go from one device to a server, and from there to another one.
@Suite(.timeLimit(.minutes(20))) struct AttachmentUploadTests {
  private func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var numbers = SplitMix64(seed: seed)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
  }

  @Test func `a file goes to the server before its note, and a second device has it on demand`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let one = try await FileDevice(server.url, server.key, folder.path + "/one/notes.sqlite")
      try await one.start()
      let events = try one.events()
      let note = try await one.note("Rye")
      let content = bytes(300_000, seed: 1)

      let added = try await one.attachments.add(data: content, to: note.id, title: "rye.jpg")
      try await one.untilSent(events)

      let two = try await FileDevice(server.url, server.key, folder.path + "/two/notes.sqlite")
      try await two.start()
      let there = try await two.attachments.list(note.id)
      #expect(there.map(\.attachment) == [added.attachment])
      #expect(there.map(\.state) == [.remote] && there.map(\.size) == [nil])
      #expect(try await two.attachments.learnSizes(of: note.id))
      #expect(try await two.attachments.list(note.id).map(\.size) == [300_000])
      #expect(try await !two.attachments.learnSizes(of: note.id))
      let path = try await two.attachments.get(added.attachment.blobRef)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))
      #expect(try await two.attachments.list(note.id).map(\.state) == [.stored])
      #expect(try await one.attachments.list(note.id).map(\.state) == [.stored])
      let seen = await events.seen.filter { $0.hasPrefix("blobUpload") }
      #expect(seen.first == "blobUploadStarted")
      #expect(seen.last == "blobUploadCompleted")

      // The same bytes again, from the other device: none of them are sent.
      let more = try two.events()
      let second = try await two.note("Spelt")
      try await two.attachments.add(data: content, to: second.id, title: "again.jpg")
      try await two.untilSent(more)
      #expect(await !more.seen.contains("blobUploadStarted"))
      for device in [one, two] { await device.client.syncEngine?.stop() }
    }
  }

  @Test func `a file attached without a server goes there with the first connection`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/notes.sqlite"
      let content = bytes(1000, seed: 2)
      let note: Item = try await {
        let local = MarfaClient(store: try LocalStore.open(path: path))
        let note = try await local.items.create(
          CreateItemInput(type: "core.note", properties: ["title": "A", "body": ""]))
        try await local.attachments?.add(data: content, to: note.id, title: "a")
        return note
      }()

      let one = try await FileDevice(server.url, server.key, path)
      try await one.start()

      let remote = server.client()
      let there = try await remote.items.get(id: note.id).attachments
      #expect(there.map(\.title) == ["a"])
      #expect(try await remote.blobs.get(try #require(there.first).blobRef) == content)
      await one.client.syncEngine?.stop()
    }
  }

  @Test func `an upload whose bytes are gone fails, says why, and is not tried again`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let one = try await FileDevice(server.url, server.key, folder.path + "/notes.sqlite")
      let note = try await one.note("Rye")
      let added = try await one.attachments.add(
        data: bytes(1000, seed: 7), to: note.id, title: "a")
      try FileManager.default.removeItem(
        atPath: one.store.blobs.path(of: added.attachment.blobRef))
      let events = try one.events()

      await one.client.syncEngine?.start()
      _ = try await events.next { if case .blobUploadFailed = $0 { true } else { false } }
      // The event comes before the store has it; the note goes after that.
      try await one.untilSent(events)

      let state = try await one.attachments.list(note.id).first?.state
      #expect("\(state, default: "none")".contains("not on this machine"))
      await one.client.syncEngine?.stop()
    }
  }

  @Test func `small uploads that are cut at every byte of their requests arrive whole`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let cutter = try UploadCutter(port: server.url.port ?? 0)
      let one = try await FileDevice(cutter.url, server.key, folder.path + "/notes.sqlite")
      let note = try await one.note("Rye")
      // Many files are cut at a few places each: one file alone would wait longer and longer.
      var contents: [String: [UInt8]] = [:]
      for seed in 0..<40 {
        let content = bytes(64, seed: UInt64(seed))
        let added = try await one.attachments.add(data: content, to: note.id, title: "\(seed)")
        contents[added.attachment.blobRef] = content
      }
      let events = try one.events()
      cutter.cutPieces()

      await one.client.syncEngine?.start()
      try await one.untilSent(events)

      // The head of a request has some 400 bytes; all of it and the bytes of the file are there.
      // Requests differ in length: one that ends where it was to be cut passes whole.
      let shortest = 64 + 300
      let cuts = cutter.pieceCuts.sorted()
      #expect(Array(cuts.prefix(shortest)) == Array(0..<shortest))
      #expect(cuts.count > shortest)
      let remote = server.client()
      for (hash, content) in contents { #expect(try await remote.blobs.get(hash) == content) }
      let there = try await remote.items.get(id: note.id).attachments.map(\.blobRef)
      #expect(Set(there) == Set(contents.keys))
      await one.client.syncEngine?.stop()
    }
  }

  @Test func `a long upload that is interrupted five times arrives whole, its bar true`()
    async throws
  {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/one/notes.sqlite"
      let cutter = try UploadCutter(port: server.url.port ?? 0)
      // More than the six passes, so that it ends after the last interruption.
      let content = bytes(40_000_000, seed: 3)
      var one = try await FileDevice(cutter.url, server.key, path)
      try await one.start()
      let note = try await one.note("Rye")
      var bar = Bar(server: server.server)
      // Each time some pieces pass, and a part of the next.
      cutter.letPass(5_000_000)
      let added = try await one.attachments.add(data: content, to: note.id, title: "rye.mov")
      let hash = added.attachment.blobRef

      for interruption in ["quit", "cut", "pause", "suspend", "quit"] {
        await cutter.untilStalled()
        try await bar.sample(one.store, hash)
        switch interruption {
        case "quit":
          await one.client.syncEngine?.stop()
          one = try await FileDevice(cutter.url, server.key, path)
          bar.restart()
          await one.client.syncEngine?.start()
        case "cut": cutter.cutAll()
        case "pause":
          try await one.attachments.pause(hash)
          #expect(try await one.attachments.uploads().map(\.state) == [.paused])
          try await one.attachments.resume(hash)
        default:
          await one.client.syncEngine?.pause()
          await one.client.syncEngine?.resume()
        }
        cutter.letPass(5_000_000)
      }
      let events = try one.events()
      cutter.letPass(nil)
      while try await one.attachments.uploads().isEmpty == false {
        try await bar.sample(one.store, hash)
        _ = try await events.next { _ in true }
      }
      try await one.untilSent(events)

      #expect(bar.problems == [])
      #expect(bar.samples >= 5)
      // The cutter must live until here.
      #expect(cutter.cuts == 1)
      let two = try await FileDevice(server.url, server.key, folder.path + "/two/notes.sqlite")
      try await two.start()
      #expect(
        try await Data(contentsOf: URL(filePath: two.attachments.get(hash))) == Data(content))
      for device in [one, two] { await device.client.syncEngine?.stop() }
    }
  }

  /// Compares what a device says of an upload with what the server has.
  private struct Bar {
    let server: RunningServer
    var problems: [String] = []
    var samples = 0
    private var last: Int64 = 0

    init(server: RunningServer) { self.server = server }

    /// After a restart the acknowledged bytes begin with what the store knows.
    mutating func restart() { last = 0 }

    /// The bytes that the server would go on after, with those of the piece that is on its way.
    private static func size(ofFile path: String) -> Int64? {
      // It goes when the upload is a blob.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.size] as? NSNumber)?.int64Value
    }

    /// Looks at the device, the server, and the device again.
    mutating func sample(_ store: LocalStore, _ hash: String) async throws {
      let before = store.uploadActivity.current[hash]
      guard let upload = try await store.uploads().first(where: { $0.hash == hash }),
        let id = upload.url?.split(separator: "/").last.map(String.init),
        let there = Self.size(
          ofFile: (server.environment.settings.dataDirectory ?? "") + "/blobs/partial/" + id),
        let before, let after = store.uploadActivity.current[hash]
      else { return }
      samples += 1
      if before.acknowledged > there {
        problems.append("\(before.acknowledged) acknowledged, the server has \(there)")
      }
      if there - after.acknowledged > 4 << 20 || before.sent - there > 4 << 20 {
        problems.append("\(after) is far from \(there)")
      }
      if before.acknowledged < last { problems.append("fell from \(last)") }
      last = before.acknowledged
    }
  }

  @Test func `a file over the server's limit fails in its words, and the note goes without it`()
    async throws
  {
    var settings = ServerSettings()
    settings.maximumBlobSize = 1000
    settings.maximumResumableBlobSize = 2000
    try await withLoopbackServer(settings: settings) { server in
      let folder = try TemporaryDirectory()
      let path = folder.path + "/notes.sqlite"
      let one = try await FileDevice(server.url, server.key, path)
      // Before the limit is known.
      let note = try await one.note("Rye")
      let added = try await one.attachments.add(
        data: bytes(3000, seed: 4), to: note.id, title: "a")
      let events = try one.events()
      await one.client.syncEngine?.start()
      _ = try await events.next { if case .blobUploadFailed = $0 { true } else { false } }
      try await one.untilSent(events)

      guard case .failed(let words) = try await one.attachments.list(note.id).first?.state else {
        Issue.record("It did not fail.")
        return
      }
      #expect(words.contains("2.0 kB"))
      #expect(try await server.client().items.get(id: note.id).attachments == [added.attachment])
      let file = folder.path + "/large"
      try Data(bytes(3000, seed: 5)).write(to: URL(filePath: file))
      await #expect {
        try await one.attachments.add(file: file, to: note.id)
      } throws: {
        ($0 as? BlobFileError)?.kind == .tooLarge
      }
      await one.client.syncEngine?.stop()
    }
  }

  @Test
  func `a server that is killed in the middle goes on from what it had`() async throws {
    let server = try await ServerProcess()
    let folder = try TemporaryDirectory()
    let one = try await FileDevice(server.url, server.key, folder.path + "/notes.sqlite")
    try await one.start()
    let note = try await one.note("Rye")
    let content = bytes(12_000_000, seed: 6)
    let events = try one.events()
    let added = try await one.attachments.add(data: content, to: note.id, title: "a")
    _ = try await events.next {
      if case .blobUploadProgress(_, let sent, _) = $0 { sent > 5_000_000 } else { false }
    }

    await server.kill()
    try await server.start()
    try await one.untilSent(events)

    let remote = MarfaClient(url: server.url, apiKey: server.key)
    #expect(try await remote.blobs.get(added.attachment.blobRef) == content)
    await one.client.syncEngine?.stop()
    await server.kill()
  }
}
