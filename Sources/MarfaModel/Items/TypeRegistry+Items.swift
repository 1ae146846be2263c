extension TypeRegistry {
  /// Checks the properties of an item of a type.
  ///
  /// - Parameters:
  ///   - properties: All properties of the item, as they will be stored.
  ///   - type: The item's type.
  ///   - unknown: What becomes of properties that the type does not know.
  /// - Returns: The type, with what it inherits.
  /// - Throws: `ValidationError` with `invalid_type`, or with `invalid_properties` and each
  ///   field under `details.fields`.
  @discardableResult
  public func validate(
    _ properties: [String: JSONValue], of type: String,
    unknown: SchemaValidator.UnknownProperties = .kept
  ) throws -> ResolvedType {
    guard let resolved = self[type] else {
      throw ValidationError(
        code: ErrorCode.invalidType, message: "No item type \(type).",
        details: ["field": "type", "type": .string(type)])
    }
    let violations = SchemaValidator(resolved, unknown: unknown).violations(in: properties)
    if let error = ValidationError(violations: violations, of: type) { throw error }
    return resolved
  }

  /// Checks everything of an input that needs no other item: id, type, properties, state, tags,
  /// times and attachments.
  ///
  /// - Parameters:
  ///   - input: What is to be created.
  ///   - unknown: What becomes of properties that the type does not know.
  /// - Returns: The type, with what it inherits.
  /// - Throws: `ValidationError` with `invalid_id`, `invalid_type`, `invalid_properties` or
  ///   `validation_error`.
  @discardableResult
  public func validate(
    _ input: CreateItemInput, unknown: SchemaValidator.UnknownProperties = .kept
  ) throws -> ResolvedType {
    if let id = input.id { try ItemRules.validateId(id) }
    let resolved = try validate(
      input.properties.filter { !$0.value.isNull }, of: input.type, unknown: unknown)
    try ItemRules.validate(input)
    return resolved
  }
}

extension ItemRules {
  /// Checks everything of an input that needs neither its type nor another item.
  ///
  /// - Parameter input: What is to be created.
  /// - Throws: `ValidationError` with `invalid_id` or `validation_error`.
  public static func validate(_ input: CreateItemInput) throws {
    if let id = input.id { try validateId(id) }
    if let state = input.state { try Lifecycle.validate(state, ofType: input.type) }
    if let tags = input.tags { _ = try TagRules.normalized(tags) }
    if let timestamp = input.timestamp { try validateTimestamp(timestamp) }
    try validate(input.attachments ?? [])
  }
}
