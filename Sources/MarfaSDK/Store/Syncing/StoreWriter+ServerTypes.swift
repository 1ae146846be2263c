import GRDB

extension SyncState {
  /// How far the lists of this connection are: whether the server named its item types, so that the
  /// edge types are next; nil before.
  static let types = "types"
  /// The version of the types that are kept, as the server calls it.
  static let typesVersion = "types_version"
}

/// The item and edge types that a server has in addition to the core ones.
///
/// Lists of a type include its subtypes, and titles come from the field that the type names.
/// Nothing is refused here because of such a type: the server may have changed it since.
extension StoreWriter {
  /// The most types of each kind that are kept of a server.
  private static let typeLimit = 2_000

  /// What `SyncState.types` says when the server named its item types.
  private static let named = "named"
  /// What it says when the server answered something else.
  private static let unnamed = "unnamed"

  /// Whether the types that are kept are those that a server has now; else they are asked for.
  func knowsTypes(of profile: ServerProfile) throws -> Bool {
    if let version = profile.typesVersion,
      try syncState.value(SyncState.typesVersion) == version
    {
      return true
    }
    try syncState.set(SyncState.typesVersion, to: nil)
    try syncState.set(SyncState.types, to: nil)
    return false
  }

  /// The list that is asked for next.
  func typesExchange() throws -> Exchange {
    let list: TypeList = try syncState.value(SyncState.types) == nil ? .items : .edges
    return Exchange(
      work: .types, subject: .types(list), request: SyncRequest("GET", list.path))
  }

  /// Takes over a list of types, in this transaction.
  ///
  /// A server that has no such list, or that answers something else, changes nothing.
  func settleTypes(_ list: TypeList, _ response: TransportResponse) throws -> ExchangeOutcome {
    switch list {
    case .items:
      let types = list.entries(in: response, as: ItemType.self)
      if let types {
        let own = types.filter {
          TypeName.isWellFormed($0.id) && CoreTypes.registry[$0.id] == nil
        }
        // A list of a type may have more items now, or fewer.
        if try keep(own, in: "item_type") { try db.notifyChanges(in: .fullDatabase) }
      }
      try syncState.set(SyncState.types, to: types == nil ? Self.unnamed : Self.named)
      return ExchangeOutcome(progress: .more)
    case .edges:
      if let types = list.entries(in: response, as: EdgeType.self) {
        _ = try keep(types.filter { !$0.isCore }, in: "edge_type")
        if try syncState.value(SyncState.types) == Self.named {
          try syncState.set(
            SyncState.typesVersion, to: syncState.readProfile().typesVersion)
        }
      }
      try syncState.set(SyncState.types, to: nil)
      return ExchangeOutcome(progress: .done)
    }
  }

  /// Keeps these types and no others.
  ///
  /// - Returns: Whether anything has changed.
  private func keep<Value: Codable & Hashable & Identifiable>(
    _ types: [Value], in table: String
  ) throws -> Bool where Value.ID == String {
    var said: [String: Value] = [:]
    for type in types.prefix(Self.typeLimit) { said[type.id] = type }
    var known: [String: Value] = [:]
    for text in try String.fetchAll(db, sql: "SELECT definition FROM \(table)") {
      let type = try StoredJSON.value(Value.self, text)
      known[type.id] = type
    }
    guard said != known else { return false }
    for id in known.keys.sorted() where said[id] == nil {
      try db.execute(sql: "DELETE FROM \(table) WHERE id = ?", arguments: [id])
    }
    for (id, type) in said.sorted(by: { $0.key < $1.key }) where known[id] != type {
      try db.execute(
        sql: """
          INSERT INTO \(table)(id, definition) VALUES (?, ?)
          ON CONFLICT(id) DO UPDATE SET definition = excluded.definition
          """, arguments: [id, StoredJSON.text(of: type)])
    }
    return true
  }
}

extension TypeList {
  fileprivate var path: String {
    switch self {
    case .items: "/types"
    case .edges: "/edges/types"
    }
  }

  /// The types of an answer; one that cannot be read is left out.
  ///
  /// - Returns: The types, nil when the answer is not such a list.
  fileprivate func entries<Value: Decodable>(
    in response: TransportResponse, as type: Value.Type
  ) -> [Value]? {
    // What is not JSON is not the server's answer.
    guard response.status == 200, let json = try? JSONParser.parse(response.body),
      let list = (self == .items ? json : json.objectValue?["edge_types"] ?? .null).arrayValue
    else { return nil }
    // A newer server may describe a type in a way that is not known here.
    return list.compactMap { try? StoredJSON.value(Value.self, StoredJSON.text($0)) }
  }
}
