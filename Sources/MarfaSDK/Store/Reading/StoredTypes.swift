import GRDB

/// The item and edge types that people registered, in addition to the core ones.
enum StoredTypes {
  static func registry(in db: Database) throws -> TypeRegistry {
    let texts = try String.fetchAll(
      db.cachedStatement(sql: "SELECT definition FROM item_type ORDER BY key"))
    if texts.isEmpty { return CoreTypes.registry }
    let custom = try texts.map { try StoredJSON.value(ItemType.self, $0) }
    return TypeRegistry(CoreTypes.all + CoreTypes.system + custom)
  }

  static func edgeRules(in db: Database, itemTypes: TypeRegistry) throws -> EdgeRules {
    let texts = try String.fetchAll(
      db.cachedStatement(sql: "SELECT definition FROM edge_type ORDER BY key"))
    return EdgeRules(
      itemTypes: itemTypes, custom: try texts.map { try StoredJSON.value(EdgeType.self, $0) })
  }
}
