extension SchemaValidator {
  /// A validator of the properties of an edge type.
  public init(_ type: EdgeType, unknown: UnknownProperties = .kept) {
    self.init(
      fields: type.propertySchema,
      required: Set(type.propertySchema.filter { $0.value.required == true }.keys),
      unknown: unknown)
  }
}
