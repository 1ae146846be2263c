import MarfaModel

extension TagRules {
  /// Tags as they are stored.
  ///
  /// - Throws: `ValidationError` with the place of a tag of which nothing is left, and the limit.
  static func kept(_ tags: [String]) throws -> [String] {
    do {
      return try normalized(tags)
    } catch var error as ValidationError {
      error.details?["limit"] = .integer(Int64(maximumLength))
      throw error
    }
  }
}
