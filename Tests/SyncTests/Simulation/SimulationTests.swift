import Foundation
import MarfaSDK
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct SimulationTests {
  /// How many histories are run; `MARFA_HISTORIES` asks for more.
  private static var histories: UInt64 { number("MARFA_HISTORIES") ?? 160 }
  /// How many of them are run with a server that has the documented API only.
  private static var documentedHistories: UInt64 { number("MARFA_DOCUMENTED_HISTORIES") ?? 80 }
  /// The seed of the first history.
  private static var firstSeed: UInt64 { number("MARFA_FIRST_SEED") ?? 1 }
  /// How often each person turns to a note; `MARFA_EDITS` asks for smaller histories.
  private static var edits: Int { Int(clamping: number("MARFA_EDITS") ?? 5) }
  /// The history that is printed step by step.
  private static var toldSeed: UInt64? { number("MARFA_TELL") }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  /// Everything that is wrong at the end of a history; empty when nothing is.
  private func problems(
    seed: UInt64, _ plant: PlantedFault = .none, isDocumented: Bool = false
  ) throws -> [String] {
    let simulation = try Simulation(
      seed: seed, clients: 2 + Int(seed % 4), isDocumented: isDocumented)
    simulation.plant = plant
    if seed == Self.toldSeed {
      simulation.tell = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    }
    do {
      try simulation.run(edits: Self.edits)
    } catch let stuck as Simulation.Stuck {
      return ["it does not come to rest: \(stuck.seen)"]
    }
    let server = try ServerContents(simulation.server)
    var problems = simulation.unexpected + (try simulation.cursorProblems())
    for client in simulation.clients {
      let changes = try client.store.refused()
      if !changes.isEmpty { problems.append("\(client.name) keeps refused \(changes)") }
      let queue = try client.store.queue()
      if !queue.isEmpty { problems.append("\(client.name) has not sent \(queue.map(\.intent))") }
      problems += server.differences(from: client)
    }
    return problems + simulation.oracle.problems(items: server.items, edges: server.edges)
  }

  @Test(arguments: 0..<UInt64(8))
  func `after any history all devices are alike and nothing is lost or doubled`(
    share: UInt64
  ) async throws {
    let end = Self.firstSeed + Self.histories
    for seed in stride(from: Self.firstSeed + share, to: end, by: 8) {
      // A history never waits; other tests want the thread, too.
      await Task.yield()
      let problems = try problems(seed: seed)
      #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
    }
  }

  @Test(arguments: 0..<UInt64(8))
  func `with a server of the documented API alone they are alike, too`(share: UInt64) async throws {
    let end = Self.firstSeed + Self.documentedHistories
    for seed in stride(from: Self.firstSeed + share, to: end, by: 8) {
      await Task.yield()
      let problems = try problems(seed: seed, isDocumented: true)
      #expect(problems.isEmpty, "seed \(seed): \(problems.prefix(5))")
    }
  }

  @Test func `the same seed gives the same history`() throws {
    var contents: [ServerContents] = []
    for _ in 0..<2 {
      let simulation = try Simulation(seed: 5, clients: 3)
      try simulation.run(edits: 5)
      contents.append(try ServerContents(simulation.server))
    }

    #expect(contents[0] == contents[1])
    #expect(!contents[0].items.isEmpty)
  }

  @Test(arguments: PlantedFault.allCases.filter { $0 != .none })
  fileprivate func `a planted fault is found`(plant: PlantedFault) async throws {
    var found: (seed: UInt64, problems: [String])?
    for seed in 1...UInt64(200) where found == nil {
      await Task.yield()
      let problems = try problems(seed: seed, plant)
      if !problems.isEmpty { found = (seed, problems) }
    }

    let first = try #require(found)
    if ProcessInfo.processInfo.environment["MARFA_SHOW_FAULTS"] != nil {
      FileHandle.standardError.write(
        Data("\(plant): seed \(first.seed): \(first.problems[0])\n".utf8))
    }
  }
}

/// What a server has, by id.
struct ServerContents: Hashable {
  var items: [String: ConfirmedItem] = [:]
  var edges: [String: Edge] = [:]

  init(_ server: DirectServer) throws {
    let caller = Credential(
      APIKey(id: "k", label: "k", source: "k", role: .admin, createdAt: ""))
    var next: String?
    repeat {
      let answer = server.answer(
        DirectServer.Request("GET", "/snapshot", query: next.map { [("after", $0)] } ?? []),
        as: caller)
      var isHead = true
      for line in answer.body.split(separator: UInt8(ascii: "\n")) {
        let json = try JSONParser.parse(line)
        let members = json.objectValue ?? [:]
        if isHead {
          next = members["next"]?.stringValue
          isHead = false
        } else if let edge = members["edge"] {
          let edge = try Edge(json: edge)
          edges[edge.id] = edge
        } else {
          // What was removed ends a snapshot.
          if json.objectValue?["deleted"] != nil { continue }
          let pair = try ItemWithMetadata(json: json)
          items[pair.item.id] = ConfirmedItem(
            pair.item, tags: pair.metadata.tags, extensions: pair.metadata.extensions)
        }
      }
    } while next != nil
  }

  /// How a device differs.
  func differences(from client: SimulatedClient) -> [String] {
    var problems: [String] = []
    do {
      let mine = try client.store.items()
      for id in Set(items.keys).union(mine.keys).sorted() {
        let (here, there) = (mine[id], items[id])
        if here?.item.properties != there?.item.properties || here?.item.state != there?.item.state
          || here?.item.version != there?.item.version || here?.tags != there?.tags
          || here?.item.tier != there?.item.tier
        {
          problems.append(
            "\(client.name) has \(Self.line(here)), the server \(Self.line(there)) of \(id)")
        }
      }
      let own = Set(try client.store.edges().values.map(Self.key))
      let theirs = Set(edges.values.map(Self.key))
      for key in own.symmetricDifference(theirs).sorted() {
        problems.append("\(client.name) and the server differ in the edge \(key)")
      }
    } catch {
      problems.append("\(client.name): \(error)")
    }
    return problems
  }

  private static func key(_ edge: Edge) -> String {
    "\(edge.sourceId) \(edge.edgeType) \(edge.targetId) \(edge.id)"
  }

  private static func line(_ item: ConfirmedItem?) -> String {
    guard let item else { return "nothing" }
    let tier = item.item.tier?.rawValue ?? "none"
    return "v\(item.item.version) \(item.item.state) \(tier) \(item.item.properties) "
      + "\(item.tags ?? [])"
  }
}
