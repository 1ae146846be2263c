extension StoreWriter {
  /// The types that know a type, cheaply for those of the core.
  func registryFor(_ type: String) throws -> TypeRegistry {
    CoreTypes.registry[type] != nil ? CoreTypes.registry : try registry()
  }

  /// Whether only the server can check items of a type: it knows types that nobody told this store.
  func leavesToServer(type: String) throws -> Bool {
    try resolvedType(type) == nil && TypeName.isWellFormed(type) && !TypeName.isSystem(type)
      && isConnected
  }

  /// The rules for an edge: without limits where only the server knows its type.
  func edgeRules(for edgeType: String) throws -> EdgeRules {
    let rules = try edgeRules()
    guard try rules.edgeTypes[edgeType] == nil && isConnected else { return rules }
    return EdgeRules(itemTypes: rules.itemTypes, custom: [EdgeType(id: edgeType)])
  }
}
