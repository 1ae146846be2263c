import Documents
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Synchronization
import TestSupport
import Testing

/// Many people in one text, over lines that work and lines that do not.
@Suite(.timeLimit(.minutes(20))) struct ManyPeopleTests {
  private func text(_ document: Document) async -> String {
    await document.read { $0.jsonText("text")?.string ?? "" }
  }

  /// Types a word letter by letter at a place that the numbers decide.
  private func type(_ word: String, in document: Document, at share: Double) async throws {
    let first = await Int(share * Double(text(document).unicodeScalars.count))
    for (step, letter) in word.unicodeScalars.enumerated() {
      try await document.update { root, _ in
        guard let text = root.jsonText("text") else { return }
        let place = min(first + step, text.count)
        try text.edit(place, place, String(letter))
      }
    }
  }

  @Test func `ten people who type at once have the same text in the end`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let host = try await meeting.join("host")
      try await host.update { root, _ in root.text = JSONText() }
      try await host.sync()
      var people: [Participant] = []
      for number in 0..<10 { people.append(try await meeting.join("person \(number)")) }

      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, person) in people.enumerated() {
          group.addTask {
            var numbers = SplitMix64(seed: UInt64(number))
            for _ in 0..<10 {
              let letter = String(UnicodeScalar(UInt8(97 + number)))
              try await type(
                String(repeating: letter, count: 5), in: person.document,
                at: .random(in: 0..<1, using: &numbers))
            }
          }
        }
        try await group.waitForAll()
      }

      for each in people + [host] {
        await each.heard.until { await text(each.document).count == 500 }
      }
      let whole = await text(host.document)
      for number in 0..<10 {
        let letter = Character(UnicodeScalar(UInt8(97 + number)))
        #expect(whole.count { $0 == letter } == 50)
      }
      for person in people { #expect(await text(person.document) == whole) }
      #expect(await host.document.getPresences().count == 11)
    }
  }

  /// A client that can be killed and goes on from its rows.
  private struct Device {
    let meeting: DocumentMeeting
    let line: DocumentLine
    let rows: InMemoryDocumentPersistence
    var client: Client
    var document: Document

    init(_ meeting: DocumentMeeting, _ name: String) async throws {
      self.meeting = meeting
      line = DocumentLine(meeting.server)
      rows = InMemoryDocumentPersistence()
      client = try await meeting.client(name, over: line)
      document = Document(key: meeting.key, in: rows)
      try await client.attach(document)
    }

    /// Goes on in another process, which knows what was stored.
    mutating func restart() async throws {
      await client.suspend(document)
      let stored = try #require(await rows.load())
      document = Document(stored, in: rows)
      var timing = DocumentTiming()
      (timing.gathering, timing.retry) = (.zero, .milliseconds(5))
      client = Client(transport: line, key: "again", timing: timing)
      try await client.resume(document)
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `on any lines every letter is there once`(seed: Int) async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let host = try await meeting.join("host", [:], .manual)
      try await host.update { root, _ in root.text = JSONText() }
      try await host.sync()
      let numbers = Mutex(SplitMix64(seed: UInt64(seed)))
      @Sendable func happens(_ percent: Int) -> Bool {
        numbers.withLock { Int.random(in: 0..<100, using: &$0) < percent }
      }
      var devices: [Device] = []
      for name in ["a", "b", "c"] { devices.append(try await Device(meeting, name)) }
      for device in devices {
        device.line.setFault { asked in
          guard asked.path.hasSuffix("/sync") || asked.path.hasSuffix("/watch") else { return nil }
          if happens(10) { return .lostRequest }
          guard asked.path.hasSuffix("/sync") else { return nil }
          if happens(10) { return .lostAnswer }
          return happens(10) ? .doubled : nil
        }
      }

      for round in 0..<30 {
        for index in devices.indices {
          let share = numbers.withLock { Double.random(in: 0..<1, using: &$0) }
          try await type("\(index)\(round % 10)", in: devices[index].document, at: share)
          if happens(10) { try await devices[index].restart() }
          if happens(10) {
            try await devices[index].client.changeSyncMode(
              devices[index].document, .manual)
          }
          if happens(20) {
            try await devices[index].client.changeSyncMode(
              devices[index].document, .realtime)
          }
        }
      }
      for device in devices { device.line.setFault(nil) }
      for _ in 0..<2 {
        for device in devices { try await device.client.sync(device.document) }
      }

      try await host.sync()
      let whole = await text(host.document)
      #expect(whole.count == 3 * 30 * 2)
      for device in devices {
        #expect(await text(device.document) == whole)
        #expect(await !device.document.hasLocalChanges)
      }
    }
  }
}
