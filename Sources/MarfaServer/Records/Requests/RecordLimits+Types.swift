import MarfaModel

/// How much may be registered: every request looks at it, and `GET /types` shows all of it.
extension RecordLimits {
  /// Checks a type that is to be registered or replaced.
  ///
  /// Types that are there already may be replaced by smaller ones, whatever they are.
  ///
  /// - Throws: `ValidationError` with the field and the limit.
  func check(_ type: ItemType, in registry: TypeRegistry) throws {
    let others = registry.types.filter { $0.id != type.id && CoreTypes.registry[$0.id] == nil }
    let old = registry[type.id]?.schema
    if old == nil, others.count >= types {
      throw Self.excess("id", "At most \(types) types are registered.", types)
    }
    let fields = type.fields.count
    let before = old?.fields.count ?? 0
    if fields > max(typeFields, before) {
      throw tooManyFields
    }
    if fields > before, others.reduce(fields, { $0 + $1.fields.count }) > allTypeFields {
      throw Self.excess(
        "fields", "Registered types have at most \(allTypeFields) fields together.", allTypeFields)
    }
    try check(bytes: type, over: old, "A type")
  }

  /// Why a type with too many fields is refused.
  var tooManyFields: ValidationError {
    Self.excess("fields", "A type has at most \(typeFields) fields.", typeFields)
  }

  /// Checks an edge type that is to be registered.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - count: How many are registered.
  /// - Throws: `ValidationError` with the field and the limit.
  func check(_ type: EdgeType, beside count: Int) throws {
    guard count < types else {
      throw Self.excess("id", "At most \(types) edge types are registered.", types)
    }
    try check(bytes: type, over: nil, "An edge type")
  }

  private func check<Value: Encodable>(bytes new: Value, over old: Value?, _ name: String) throws {
    let size = try StoredJSON.text(encoding: new).utf8.count
    guard size > typeBytes else { return }
    if let old, try StoredJSON.text(encoding: old).utf8.count >= size { return }
    throw Self.excess("fields", "\(name) has at most \(typeBytes) bytes as JSON.", typeBytes)
  }
}
