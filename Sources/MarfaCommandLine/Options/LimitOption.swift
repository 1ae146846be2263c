import ArgumentParser

/// How many records a command gives at most, the same for each that gives many.
struct LimitOption: ParsableArguments {
  @Option(
    name: .customLong("limit"), parsing: .unconditional,
    help: ArgumentHelp("How many at most; 0 for all.", valueName: "limit"))
  var given: Int?

  /// How many at most.
  ///
  /// - Parameter standard: What holds when nothing was given; nil for all.
  /// - Returns: The number, 1 or more.
  func count(standard: Int? = nil) -> Int {
    guard let limit = given ?? standard, limit > 0 else { return SearchHints.everything }
    return limit
  }

  /// Refuses negative numbers.
  func validate() throws {
    if let given, given < 0 { throw ValidationError("--limit is 0 or more.") }
  }
}
