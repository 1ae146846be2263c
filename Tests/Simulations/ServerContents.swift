import MarfaSDK
import MarfaServer

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
