import Documents
import Foundation
import MarfaSDK

/// People who type in one document, each by a client of the SDK, with marfa-server between them.
///
/// `MARFA_CROWD_SECONDS` says for how long ten people type; 30 unless it is given.
enum CrowdArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    try await keystrokes(report, setting, window: 0, .median(seconds: 0.005))
    try await keystrokes(report, setting, window: 20, .median(seconds: 0.080))
    try await crowd(report, setting, .ownLine)
    try await crowd(report, setting, .end)
  }

  /// Where each of many people types.
  private enum Place: String {
    /// Each in a line of their own, as people do.
    case ownLine = "each in a line of their own"
    /// All at the end of the text: no letter is next to another one of the same person.
    case end = "all at one place"

    /// Bytes that one key may leave in one copy.
    ///
    /// A letter stays with its name. Letters of one person side by side share a span; at one place
    /// each letter is a span of its own.
    var mostBytes: Double { self == .ownLine ? 128 : 192 }
  }

  /// People who typed in one document have different texts.
  private struct CopiesDiffer: Error {}

  /// A key of one until it is in the document of another.
  private static func keystrokes(
    _ report: Report, _ setting: Setting, window: Int, _ bound: Bound
  ) async throws {
    let table = try Table(setting, "keys-\(window)", window: window)
    let ana = try await table.seat("ana")
    let bo = try await table.seat("bo")
    try await ana.type()
    try await bo.waitUntil(count: 1)
    var count = 1
    try await report.row(
      samples: 300, bound,
      ours: Action("a key in another's document, windows of \(window) ms") {
        try await ana.type()
        count += 1
        try await bo.waitUntil(count: count)
      })
    table.end()
  }

  /// Ten people type ten keys a second each; all end equal, and memory grows with what was typed.
  private static func crowd(_ report: Report, _ setting: Setting, _ place: Place) async throws {
    guard report.wants(place.rawValue) else { return }
    let wish = ProcessInfo.processInfo.environment["MARFA_CROWD_SECONDS"]
    let seconds = wish.flatMap { Int($0) } ?? 30
    let table = try Table(setting, "crowd-\(place)", window: 20)
    var people: [Seat] = []
    for number in 0..<10 { people.append(try await table.seat("person \(number)")) }
    let (early, late) = (seconds * 2, seconds * 10)
    let clock = ContinuousClock()
    let start = clock.now
    var memory: [(own: Double, server: Double)] = []
    for beat in 0..<late {
      try await type(people, place)
      if beat == early || beat == late - 1 {
        memory.append(
          (ProcessFigures(getpid()).residentBytes, table.server.residentBytes))
      }
      try await clock.sleep(until: start + .milliseconds(100) * (beat + 1))
    }
    let lineFeeds = place == .end ? 0 : people.count
    for person in people { try await person.waitUntil(count: 10 * late + lineFeeds) }
    var texts: Set<String> = []
    for person in people { texts.insert(await person.text) }
    let name = "ten people, ten keys a second each, \(seconds) s, \(place.rawValue)"
    guard texts.count == 1 else { throw CopiesDiffer() }
    report.say(name, "equal, \(10 * late) keys")
    if let first = memory.first, let last = memory.last {
      report.show(
        "\(name): memory of all ten at the end", bytes: last.own,
        ("after a fifth", first.own))
      report.show(
        "\(name): memory of the server at the end", bytes: last.server,
        ("after a fifth", first.server))
      report.show(
        "\(name): growth for each key and copy",
        bytes: (last.own - first.own) / Double(10 * (late - early) * people.count), nil,
        most: place.mostBytes)
    }
    table.end()
  }

  /// Each person types a letter, all at once.
  private static func type(_ people: [Seat], _ place: Place) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, person) in people.enumerated() {
        group.addTask {
          try await place == .end ? person.type() : person.typeInOwnLine(Character("\(number)"))
        }
      }
      try await group.waitForAll()
    }
  }

  /// A server and the document that people share.
  private struct Table {
    let server: ChildServer
    private let window: Int
    private let url: String
    private let key: String

    init(_ setting: Setting, _ name: String, window: Int) throws {
      let folder = setting.path("crowd-\(name)")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      server = try ServerPair.start(folder + "/data", log: folder + "/log", publishWindow: window)
      let answer = try LoopbackClient.request(
        port: server.port, "POST /keys", headers: ["Content-Type: application/json"],
        body: #"{"label":"bench","source":"Bench","role":"admin"}"#)
      guard
        let key = try JSONParser.parse(Array(answer.body.utf8)).objectValue?["key"]?.stringValue
      else { throw LoopbackClient.Failure(what: answer.body) }
      (self.key, self.window) = (key, window)
      url = "http://127.0.0.1:\(server.port)"
    }

    /// Somebody who takes part.
    func seat(_ name: String) async throws -> Seat {
      let client = Client(
        url,
        ClientOptions(key: name, apiKey: key, syncLoopDuration: .milliseconds(window)))
      try await client.activate()
      let document = Document(key: "table")
      let seat = await Seat(client, document)
      try await client.attach(document, ["name": name])
      if await document.read({ $0.jsonText("text") == nil }) {
        try await document.update { root, _ in root.text = JSONText() }
        try await client.sync(document)
      }
      return seat
    }

    func end() { server.end() }
  }

  /// One person's document.
  private struct Seat: Sendable {
    private let client: Client
    private let document: Document
    private let news: AsyncStream<Void>

    init(_ client: Client, _ document: Document) async {
      (self.client, self.document) = (client, document)
      let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      self.news = news
      await document.subscribe { _, _ in continuation.yield() }
    }

    var text: String {
      get async { await document.read { $0.jsonText("text")?.string ?? "" } }
    }

    /// Types a letter at the end.
    func type() async throws {
      try await document.update { root, _ in
        guard let text = root.jsonText("text") else { return }
        try text.edit(text.count, text.count, "x")
      }
    }

    /// Types a digit after the last one of the same kind, or in a new line.
    func typeInOwnLine(_ digit: Character) async throws {
      try await document.update { root, _ in
        guard let text = root.jsonText("text") else { return }
        let typed = text.string
        if let last = typed.lastIndex(of: digit) {
          // All letters are ASCII: their offsets are those of the text.
          let place = typed.distance(from: typed.startIndex, to: last) + 1
          try text.edit(place, place, String(digit))
        } else {
          try text.edit(text.count, text.count, "\n" + String(digit))
        }
      }
    }

    /// Waits until that many letters are there.
    func waitUntil(count: Int) async throws {
      func holds() async -> Bool {
        await document.read { $0.jsonText("text")?.count ?? 0 } >= count
      }
      if await holds() { return }
      for await _ in news where await holds() { return }
    }
  }
}
