extension StoreWriter {
  /// The types that know a type, cheaply for those of the core.
  func registryFor(_ type: String) throws -> TypeRegistry {
    CoreTypes.registry[type] != nil ? CoreTypes.registry : try registry()
  }

  /// Whether only the server can check items of a type: what this store knows of a type that is not
  /// of the core may be old.
  func leavesToServer(type: String) throws -> Bool {
    try CoreTypes.registry[type] == nil && TypeName.isWellFormed(type)
      && !TypeName.isSystem(type) && isConnected
  }

  /// The rules for an edge: without limits where only the server can check its type.
  func edgeRules(for edgeType: String) throws -> EdgeRules {
    let rules = try edgeRules()
    guard try rules.edgeTypes[edgeType]?.isCore != true && isConnected else { return rules }
    return EdgeRules(itemTypes: rules.itemTypes, custom: [EdgeType(id: edgeType)])
  }

  /// The rules for what a purge takes along; what edges of other types do is the server's to say.
  func purgeRules() throws -> EdgeRules {
    try isConnected ? EdgeRules(itemTypes: registry()) : edgeRules()
  }
}
