extension EdgeRules {
  /// Checks that a custom edge type may be registered.
  ///
  /// - Parameter type: The edge type that somebody wants.
  /// - Throws: `ValidationError` with `invalid_schema` or `reserved_namespace`; `APIError` with
  ///   `conflict` when it exists.
  public func validateRegistration(of type: EdgeType) throws {
    guard Self.isWellFormedName(type.id) else {
      throw ValidationError(
        code: ErrorCode.invalidSchema,
        message: "An edge type's name is kebab-case with a namespace, such as app.shops-for.",
        details: ["field": "id"])
    }
    let root = type.id.prefix { $0 != "." }
    guard root == "app" || root == "user" || !TypeName.reservedRoots.contains(String(root)) else {
      throw ValidationError(
        code: ErrorCode.reservedNamespace, message: "\(type.id) is in a reserved namespace.",
        details: ["field": "id"])
    }
    guard edgeTypes[type.id] == nil else {
      throw APIError(
        code: ErrorCode.conflict, message: "\(type.id) is already registered.", status: 409)
    }
    let ends = [
      ("source_type_constraints", type.sourceTypeConstraints),
      ("target_type_constraints", type.targetTypeConstraints),
    ]
    for (field, names) in ends {
      for name in names where itemTypes[name] == nil {
        throw ValidationError(
          code: ErrorCode.invalidSchema, message: "No item type \(name).",
          details: ["field": .string(field)])
      }
    }
  }

  /// Checks that an edge type may be deleted.
  ///
  /// - Parameter name: Its name.
  /// - Throws: `ValidationError` with `validation_error` for a core type; `NotFoundError` with
  ///   `edge_type_not_found`.
  public func validateRemoval(of name: String) throws {
    guard try !edgeType(name).isCore else {
      throw ValidationError(
        message: "\(name) belongs to the platform.", details: ["edge_type": .string(name)])
    }
  }

  /// Adds an edge type, or replaces it; core types stay as they are.
  public mutating func insert(_ type: EdgeType) {
    guard !type.isCore else { return }
    setEdgeType(type, named: type.id)
  }

  /// Takes a custom edge type out.
  public mutating func remove(_ name: String) {
    guard edgeTypes[name]?.isCore == false else { return }
    setEdgeType(nil, named: name)
  }

  /// Two or more dotted segments of lower-case letters, digits and single hyphens.
  static func isWellFormedName(_ name: String) -> Bool {
    let segments = name.split(separator: ".", omittingEmptySubsequences: false)
    guard segments.count >= 2, name.utf8.count <= 200 else { return false }
    return segments.allSatisfy { segment in
      guard let first = segment.utf8.first, (97...122).contains(first), segment.last != "-",
        !segment.contains("--")
      else { return false }
      return segment.utf8.allSatisfy {
        (97...122).contains($0) || (48...57).contains($0) || $0 == 45
      }
    }
  }
}
