import MarfaModel
import MarfaSDK

/// People who are asked about conflicts.
extension Simulation {
  /// A person decides about a conflict of their device; answers whether there was one.
  ///
  /// No word is given up: of two texts both sides' lines are kept.
  func answer(_ index: Int) throws -> Bool {
    let client = clients[index]
    guard let sides = try client.store.conflicts().first else { return false }
    let theirs = sides.conflict.context.current.properties
    var chosen: [String: JSONValue] = [:]
    for name in sides.conflict.context.conflictingFields {
      let (mine, other) = (sides.item.properties[name], theirs[name])
      chosen[name] =
        name == "body" ? Self.joined(mine, other) : (random(2) == 0 ? mine : other) ?? .null
    }
    let leavesTrash = sides.trashing != nil && random(2) == 0
    tell?("\(index) decides about \(sides.item.id), \(leavesTrash ? "which is kept" : "as it is")")
    var other = sides.item
    other.properties = theirs
    trashDecisions.answered(sides.item, other, on: client.name, at: time)
    try client.store.resolveConflict(
      id: sides.conflict.id, choosing: chosen, state: leavesTrash ? .active : nil)
    try on(.queued, index)
    return true
  }

  /// Notes what a person did, for the question whether somebody was asked.
  func noticeAct(_ index: Int) throws {
    guard let act = oracle.last else { return }
    let client = clients[index]
    let name = client.name
    switch act {
    case .edited(let item, let word): trashDecisions.edited(item, word, on: name, at: time)
    case .moved(let item):
      let hasOwnText = try client.store.queue().contains { row in
        try row.intent.kind == .updateItem && client.store.itemId(of: row) == item.id
      }
      trashDecisions.moved(item, hasOwnText: hasOwnText, on: name, at: time)
    }
  }

  /// The lines of both, each once.
  private static func joined(_ mine: JSONValue?, _ theirs: JSONValue?) -> JSONValue {
    var lines = (theirs?.stringValue ?? "").split(separator: "\n")
    for line in (mine?.stringValue ?? "").split(separator: "\n") where !lines.contains(line) {
      lines.append(line)
    }
    return .string(lines.map { $0 + "\n" }.joined())
  }

  /// Lets people be away often, and keep to few notes.
  func leaveOften() {
    faults.offline = 8
    fewNotes = 3
  }

  /// Everybody decides about all that waits for them, until nothing does.
  func answerAll() throws {
    for _ in 0..<20 {
      var count = 0
      for index in clients.indices {
        while try answer(index) { count += 1 }
        count += try retryRefused(index)
      }
      if count == 0 { return }
      try work(until: 600_000)
    }
  }

  /// A person sends everything again that was refused, but purges; answers how much that was.
  func retryRefused(_ index: Int) throws -> Int {
    let changes = try clients[index].store.refused()
    for change in changes {
      if change.kind == .purgeItem {
        try clients[index].store.discardRefused(id: change.id)
      } else {
        try clients[index].store.retryRefused(id: change.id)
      }
    }
    try on(.queued, index)
    return changes.count
  }

  /// Looks at what a device is about to send.
  func noticeSending(_ exchange: Exchange, _ index: Int) {
    guard clients[index].asks else { return }
    for mutation in exchange.mutations {
      trashDecisions.sends(
        mutation, from: clients[index].name, at: time, look: clients[index].streamBegan,
        isTold: !isDocumented)
    }
  }

  /// Looks at what the server took of an exchange, and at what it has of the items then.
  func noticeServer(_ exchange: Exchange, _ response: TransportResponse, _ index: Int) {
    guard clients.contains(where: \.asks) else { return }
    let accepted = Self.accepted(response)
    for mutation in exchange.mutations where accepted?.contains(mutation.id) ?? response.isSuccess {
      trashDecisions.serverTakes(mutation, from: clients[index].name)
    }
    for id in Set(exchange.mutations.compactMap(\.itemId)).sorted() {
      let answer = server.answer(.init("GET", "/items/" + id), as: callers[0])
      guard answer.status == 200, let json = try? JSONParser.parse(answer.body),
        let pair = try? ItemWithMetadata(json: json)
      else { continue }
      trashDecisions.serverHas(pair.item, at: time)
    }
  }

  /// The ids of what was accepted of a batch; nil for the answer to something else.
  private static func accepted(_ response: TransportResponse) -> Set<String>? {
    let results = (try? JSONParser.parse(response.body))?.objectValue?["results"]?.arrayValue
    return results.map { results in
      Set(
        results.compactMap { result in
          let members = result.objectValue ?? [:]
          let isSuccess = members["status"]?.integerValue.map { $0 < 300 } ?? false
          return isSuccess ? members["id"]?.stringValue : nil
        })
    }
  }
}

extension TransportResponse {
  fileprivate var isSuccess: Bool { status < 300 }
}
