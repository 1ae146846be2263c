import Foundation

/// What marfa-server does for people who type in one document.
enum EditingArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let servers = try ServerPair(setting)
    try await keystrokes(report, servers)
    try await watchers(report, servers)
    try await largeDocuments(report, servers)
    try await boundText(report, servers)
  }

  /// A text of lines of 64 bytes.
  private static func text(_ kilobytes: Int) -> String {
    let line = "A line of the text that people write together, as long as this.\n"
    return String(repeating: line, count: 16 * kilobytes)
  }

  // MARK: - Keystrokes

  /// A key that is pushed, and the answer; then with somebody else who hears of it and fetches it.
  private static func keystrokes(_ report: Report, _ servers: ServerPair) async throws {
    for size in [1, 100] {
      let ana = try DocumentDevice(servers, key: "keystrokes-\(size)")
      try ana.begin(text(size))
      try ana.attach()
      try await report.row(
        samples: 300,
        ours: Action("a key into \(size) kB: pushed, durable, answered") {
          try ana.type()
          try ana.sync()
        })
      let bob = try DocumentDevice(servers, key: ana.key)
      try bob.attach()
      let stream = try openStreams(of: [bob], servers)
      try await report.row(
        samples: 300,
        ours: Action("a key into \(size) kB: in another's replica") {
          try ana.type()
          try ana.sync()
          try stream.wait(for: 1)
          try bob.sync()
        })
    }
  }

  /// Opens the watch stream of each device.
  private static func openStreams(
    of devices: [DocumentDevice], _ servers: ServerPair
  ) throws -> StreamReaders {
    let streams = try StreamReaders(
      paths: devices.map(\.watchPath), port: servers.ours.port, headers: [servers.authorization],
      mark: "\nevent: changed")
    try streams.begin()
    return streams
  }

  /// A key until the last of a hundred others has heard of it.
  private static func watchers(_ report: Report, _ servers: ServerPair) async throws {
    let ana = try DocumentDevice(servers, key: "watchers")
    try ana.begin(text(1))
    try ana.attach()
    let others = try (0..<100).map { _ in
      let device = try DocumentDevice(servers, key: ana.key)
      try device.attach()
      return device
    }
    let streams = try openStreams(of: others, servers)
    try await report.row(
      samples: 100,
      ours: Action("a key to the last of 100 watchers") {
        try ana.type()
        try ana.sync()
        try streams.wait(for: 1)
      })
  }

  // MARK: - Documents

  /// A client without a replica that opens a document.
  private static func largeDocuments(_ report: Report, _ servers: ServerPair) async throws {
    for size in [10, 1_000] {
      let ana = try DocumentDevice(servers, key: "large-\(size)")
      try ana.begin(text(size))
      try ana.attach()
      // So that the document is stored as a whole, as one that was written for a while is.
      for _ in 0..<600 {
        try ana.type()
        try ana.sync()
      }
      var bob: DocumentDevice?
      try await report.row(
        samples: 20,
        ours: Action(
          "attach to \(size) kB",
          prepare: {
            try bob?.detach()
            bob = try DocumentDevice(servers, key: ana.key)
          }, work: { try bob?.attach() }))
    }
  }

  /// A change of a note's text by the API, with and without a document that follows it.
  private static func boundText(_ report: Report, _ servers: ServerPair) async throws {
    for isBound in [false, true] {
      let answer = try LoopbackClient.request(
        port: servers.ours.port, "POST /items",
        headers: [servers.authorization, "Content-Type: application/json"],
        body: #"{"type":"core.note","properties":{"body":"\#(escaped(text(10)))"}}"#)
      guard let range = answer.body.firstRange(of: #""id":""#) else {
        throw LoopbackClient.Failure(what: answer.body)
      }
      let item = String(answer.body[range.upperBound...].prefix(36))
      if isBound { try DocumentDevice(servers, key: "note-\(item)").attach(to: item) }
      var number = 0
      let load = try RequestLoad(port: servers.ours.port, connections: 1) {
        number += 1
        let body = escaped("\(number)\n" + text(10))
        return LoopbackClient.bytes(
          "PATCH /items/\(item)",
          headers: [servers.authorization, "Content-Type: application/json"],
          body: #"{"properties":{"body":"\#(body)"}}"#)
      }
      try await report.row(
        samples: 200,
        ours: Action("PATCH of 10 kB, \(isBound ? "" : "not ")bound to a document") {
          try load.run(1)
        })
    }
  }

  private static func escaped(_ text: String) -> String { text.replacing("\n", with: "\\n") }
}
