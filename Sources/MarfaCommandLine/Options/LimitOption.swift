import ArgumentParser

/// The maximum number of records, the same option for each command that lists.
struct LimitOption: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditional,
    help: ArgumentHelp("Maximum number of results (0 = all).", valueName: "limit"))
  var given: Int?

  /// The maximum number.
  ///
  /// - Parameter standard: What holds when nothing was given; nil for all.
  /// - Returns: The number, 1 or more.
  func count(standard: Int? = nil) -> Int {
    guard let limit = given ?? standard, limit > 0 else { return SearchHints.everything }
    return limit
  }

  /// Refuses negative numbers.
  func validate() throws {
    if let given, given < 0 { throw ValidationError("--limit must be 0 or more.") }
  }
}
