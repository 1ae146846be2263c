extension TypeRegistry {
  /// Checks that a new type may be registered.
  ///
  /// - Parameter type: The type that somebody wants to register.
  /// - Throws: `ValidationError` with `invalid_schema`, `reserved_namespace`,
  ///   `property_shadows_field` or `inheritance_violation`; `APIError` with
  ///   `type_already_exists`.
  public func validateRegistration(of type: ItemType) throws {
    try validateName(of: type)
    guard self[type.id] == nil else {
      throw APIError(
        code: ErrorCode.typeAlreadyExists, message: "\(type.id) is already registered.",
        status: 409)
    }
    try validateFields(of: type)
    try validateInheritance(of: type)
  }

  /// Checks that a type may be replaced by a newer schema.
  ///
  /// - Parameter type: The new schema.
  /// - Throws: `NotFoundError` with `type_not_found`; `ValidationError` with
  ///   `version_bump_mismatch` unless the version is the present one plus 1, or as at
  ///   registration.
  public func validateUpdate(of type: ItemType) throws {
    try validateName(of: type)
    guard let present = self[type.id]?.schema else {
      throw NotFoundError(code: ErrorCode.typeNotFound, message: "No type \(type.id).")
    }
    guard type.version == present.version + 1 else {
      throw ValidationError(
        code: ErrorCode.versionBumpMismatch,
        message: "The version must be \(present.version + 1).",
        details: [
          "current": .integer(Int64(present.version)), "given": .integer(Int64(type.version)),
        ])
    }
    try validateFields(of: type)
    try validateInheritance(of: type)
    for child in withSubtypes(of: type.id) where child != type.id {
      for name in self[child]?.schema.fields.keys.sorted() ?? []
      where type.fields[name] != nil {
        throw Self.inheritance("\(child) has a field \(name) already.", field: name)
      }
    }
  }

  private func validateName(of type: ItemType) throws {
    guard TypeName.isWellFormed(type.id) else {
      throw ValidationError(
        code: ErrorCode.invalidSchema, message: "\(type.id) is not a type's name.",
        details: ["field": "id"])
    }
    guard TypeName.isRegistrable(type.id) else {
      throw ValidationError(
        code: ErrorCode.reservedNamespace, message: "\(type.id) is in a reserved namespace.",
        details: ["field": "id"])
    }
  }

  private func validateFields(of type: ItemType) throws {
    for name in type.fields.keys.sorted() where ReservedFields.names.contains(name) {
      throw ValidationError(
        code: ErrorCode.propertyShadowsField, message: "\(name) is a field of every item.",
        details: ["field": .string(name)])
    }
    let known = Set(type.fields.keys).union(
      type.parent.flatMap { self[$0]?.fields.keys } ?? [:].keys)
    let hints = [type.displayHints?.titleField, type.displayHints?.bodyField].compactMap { $0 }
    let mentioned = type.required + hints + (type.mergePolicy?.fields.keys.sorted() ?? [])
    for name in mentioned where !known.contains(name) {
      throw ValidationError(
        code: ErrorCode.invalidSchema, message: "No field \(name).",
        details: ["field": .string(name)])
    }
    // An update counts one up from it.
    guard (1...1_000_000_000).contains(type.version) else {
      throw ValidationError(
        code: ErrorCode.invalidSchema, message: "A version must be 1 to 1000000000.",
        details: ["field": "version"])
    }
    guard type.fields.keys.allSatisfy({ !$0.isEmpty }) else {
      throw ValidationError(
        code: ErrorCode.invalidSchema, message: "A field needs a name.",
        details: ["field": "fields"])
    }
    try validateVersionPolicy(of: type)
  }

  /// Limits the days of a version policy: the present time minus the largest is still a date.
  private func validateVersionPolicy(of type: ItemType) throws {
    guard let policy = type.versionPolicy else { return }
    let parts = [
      ("recent_days", policy.recentDays, 0...36_500),
      ("daily_snapshot_days", policy.dailySnapshotDays, 0...36_500),
      ("weekly_snapshot_days", policy.weeklySnapshotDays, 0...36_500),
      ("max_versions", policy.maxVersions, 1...100_000),
    ]
    for (name, value, range) in parts {
      guard let value, !range.contains(value) else { continue }
      throw ValidationError(
        code: ErrorCode.invalidSchema,
        message: "\(name) is \(range.lowerBound) to \(range.upperBound).",
        details: ["field": .string("version_policy.\(name)")])
    }
  }

  private func validateInheritance(of type: ItemType) throws {
    guard let parent = type.parent else { return }
    guard let resolved = self[parent] else {
      throw Self.inheritance("No type \(parent).", field: "parent")
    }
    guard parent != type.id, !resolved.ancestors.contains(type.id) else {
      throw Self.inheritance("\(type.id) would inherit from itself.", field: "parent")
    }
    guard !TypeName.isSystem(parent) else {
      throw Self.inheritance("\(parent) cannot be inherited from.", field: "parent")
    }
    for name in type.fields.keys.sorted() where resolved.fields[name] != nil {
      throw Self.inheritance("\(name) is inherited and cannot be redefined.", field: name)
    }
  }

  private static func inheritance(_ message: String, field: String) -> ValidationError {
    ValidationError(
      code: ErrorCode.inheritanceViolation, message: message,
      details: ["field": .string(field)])
  }
}
