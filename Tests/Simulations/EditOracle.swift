import MarfaSDK
import TestSupport

/// What the simulated people did, kept without any rule of merging: each edit is a word that
/// nothing else holds.
struct EditOracle {
  /// Words that somebody added to a body, and the note in which they were typed.
  private(set) var words: [String: String] = [:]
  /// Tags that somebody added and nobody removed.
  private(set) var tags: [String: String] = [:]
  /// Edges that somebody made, as source and target.
  private(set) var edges: Set<[String]> = []
  /// Edges that somebody deleted, no matter who made them.
  private(set) var deletedEdges: Set<[String]> = []
  /// The devices on which somebody changed a note that was there, or moved it to the trash, by
  /// note.
  private(set) var editors: [String: Set<String>] = [:]
  /// What was last done to a note that was there, as the person saw it before; nil for something
  /// that no trash contradicts.
  private(set) var last: Act?
  /// Notes that somebody deleted permanently.
  private var purged: Set<String> = []
  private var next = 0
  /// The bodies as each person saw them last, by device and note.
  private var seen: [String: String] = [:]

  /// Something that a person did.
  enum Act {
    case edited(Item, word: String)
    case moved(Item)
  }

  /// Does one thing that a person may do on a device.
  ///
  /// - Parameters:
  ///   - client: The device.
  ///   - focus: The note with which the person is busy; nil for any.
  ///   - numbers: Chance.
  ///   - seesOld: Whether a text is changed as the person saw it last, not as it is.
  ///   - movesOften: Whether notes go to the trash, and come back, where else edges are made.
  ///   - purges: Whether half of the notes that would come back from the trash are deleted
  ///     permanently.
  ///   - most: The most notes that the person turns to; nil for all.
  /// - Returns: The note with which the person is busy now.
  /// - Throws: What the store refuses.
  mutating func act(
    as client: SimulatedClient, on focus: String?, _ numbers: inout SplitMix64,
    seesOld: Bool = false, movesOften: Bool = false, purges: Bool = false, most: Int? = nil
  ) throws -> String {
    let items = try client.store.items()
    let ids = items.keys.sorted()
    next += 1
    last = nil
    let word = "w\(next)"
    guard let any = ids.prefix(most ?? .max).randomElement(using: &numbers),
      focus != nil || Int.random(in: 0..<4, using: &numbers) > 0
    else {
      let id = try client.store.create(
        CreateItemInput(
          type: "core.note", properties: ["title": "N", "body": .string(word + "\n")]))
      words[word] = id
      return id
    }
    let id = focus.flatMap { items[$0] == nil ? nil : $0 } ?? any
    let item = items[id]?.item
    switch Int.random(in: 0..<13, using: &numbers) {
    case 0...3:
      try write(word, in: id, client, seesOld)
      last = item.map { .edited($0, word: word) }
    case 4:
      // A line that is a link, to any note that has that title.
      let title = ids.randomElement(using: &numbers).flatMap { items[$0] }?
        .item.properties["title"]?.stringValue
      try write(word + "\n[[\(title ?? "N")]]", in: id, client, seesOld)
      last = item.map { .edited($0, word: word) }
    case 5:
      try client.store.update(id: id) { _ in ["title": .string(word)] }
      last = item.map { .edited($0, word: word) }
      editors[id, default: []].insert(client.name)
    case 6:
      try client.store.changeTags(id: id, adding: [word])
      tags[word] = id
    case let number where number == 7 || movesOften && 8...10 ~= number:
      if purges, let item = items[id], item.item.state == .trashed, Bool.random(using: &numbers) {
        try purge(item, as: client)
        return id
      }
      try move(id, items, client)
      last = item.map { .moved($0) }
    case 8...10: try link(id, ids, client, &numbers)
    case 11:
      let tier: ItemTier = items[id]?.item.tier == .feed ? .library : .feed
      try client.store.update(id: id, UpdateOptions(tier: tier)) { _ in [:] }
    default:
      let edges = try client.store.edges()
      guard let edge = edges.keys.sorted().randomElement(using: &numbers).flatMap({ edges[$0] })
      else { return id }
      deletedEdges.insert([edge.sourceId, edge.targetId])
      try client.store.deleteEdge(id: edge.id)
    }
    return id
  }

  /// Adds lines to a body.
  private mutating func write(
    _ lines: String, in id: String, _ client: SimulatedClient, _ seesOld: Bool
  ) throws {
    let key = client.name + id
    let old = seesOld ? seen[key] : nil
    try client.store.update(id: id) { properties in
      ["body": .string((old ?? properties["body"]?.stringValue ?? "") + lines + "\n")]
    }
    editors[id, default: []].insert(client.name)
    seen[key] = try client.store.items()[id]?.item.properties["body"]?.stringValue
    words[lines.split(separator: "\n").first.map(String.init) ?? lines] = id
  }

  /// A word that nobody else types.
  mutating func word() -> String {
    next += 1
    return "w\(next)"
  }

  /// Notes that a word was typed into a note, and that the device said it is stored.
  mutating func typed(_ word: String, in id: String, on device: String) {
    words[word] = id
    editors[id, default: []].insert(device)
  }

  /// Notes that a device has stored a change of a note that counts for nothing else.
  mutating func changed(_ id: String, on device: String) {
    editors[id, default: []].insert(device)
  }

  /// Deletes a note permanently: what its person saw of it may be gone.
  private mutating func purge(_ item: ConfirmedItem, as client: SimulatedClient) throws {
    let id = item.item.id
    for word in Self.words(of: item.item) { words[word] = nil }
    for tag in item.tags ?? [] { tags[tag] = nil }
    edges = edges.filter { !$0.contains(id) }
    purged.insert(id)
    try client.store.purge(id: id)
  }

  private mutating func move(
    _ id: String, _ items: [String: ConfirmedItem], _ client: SimulatedClient
  ) throws {
    let next: ItemState = items[id]?.item.state == .trashed ? .active : .trashed
    // What another one writes meanwhile may become a copy.
    if next == .trashed { editors[id, default: []].insert(client.name) }
    try client.store.transition(id: id, to: next)
  }

  /// Makes an edge: often between the two oldest notes, where others make the same one.
  private mutating func link(
    _ id: String, _ ids: [String], _ client: SimulatedClient, _ numbers: inout SplitMix64
  ) throws {
    guard ids.count > 1, var other = ids.randomElement(using: &numbers) else { return }
    var id = id
    if Bool.random(using: &numbers) { (id, other) = (ids[0], ids[1]) }
    let there = try client.store.edges().values.contains {
      $0.sourceId == id && $0.targetId == other
    }
    guard !there, other != id else { return }
    edges.insert([id, other])
    try client.store.createEdge(
      CreateEdgeInput(sourceId: id, targetId: other, edgeType: "about"))
  }

  /// What is wrong with what everybody has in the end; empty when nothing is.
  ///
  /// - Parameters:
  ///   - items: The server's items, with tags.
  ///   - serverEdges: The server's edges.
  /// - Returns: What is wrong, a line for each.
  func problems(
    items: [String: ConfirmedItem], edges serverEdges: [String: Edge]
  ) -> [String] {
    var problems: [String] = []
    let bodies = items.mapValues { Self.words(of: $0.item) }
    for word in words.keys.sorted() {
      let isThere = bodies.values.contains { $0.contains(word) }
      if !isThere { problems.append("\(word) of \(words[word] ?? "") is lost") }
    }
    for (id, words) in bodies.sorted(by: { $0.key < $1.key })
    where Set(words).count != words.count {
      problems.append("\(id) has words twice: \(words)")
    }
    for (tag, id) in tags.sorted(by: { $0.key < $1.key })
    where items[id]?.tags?.contains(tag) != true
      // A tag keeps no note from being deleted permanently.
      && !(items[id] == nil && purged.contains(id))
    {
      problems.append("the tag \(tag) of \(id) is lost")
    }
    let there = Set(
      serverEdges.values.filter { $0.edgeType == "about" }.map { [$0.sourceId, $0.targetId] })
    for edge in edges.subtracting(deletedEdges).subtracting(there).sorted(by: { $0[0] < $1[0] }) {
      problems.append("the edge \(edge) is lost")
    }
    for edge in serverEdges.values.sorted(by: { $0.id < $1.id }) {
      if edge.edgeType == "references" { problems.append("nobody made the edge \(edge.id)") }
      // A copy is made of what two have changed, or one has changed and another one trashed.
      if edge.edgeType == "derived-from", (editors[edge.targetId] ?? []).count < 2 {
        problems.append("\(edge.sourceId) is a copy of \(edge.targetId), which one alone changed")
      }
    }
    return problems
  }

  /// The words that somebody typed into a note.
  static func wordSet(of item: Item) -> Set<String> { Set(words(of: item)) }

  private static func words(of item: Item) -> [String] {
    (item.properties["body"]?.stringValue ?? "").split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("w") }
  }
}
