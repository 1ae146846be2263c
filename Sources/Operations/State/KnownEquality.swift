/// Whether two values are of a type that can be compared, and equal.
///
/// - Parameters:
///   - first: A value.
///   - second: Another one of its type.
/// - Returns: False also if the type is not equatable.
func areKnownEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  func isEqual<Known: Equatable>(_ first: Known) -> Bool {
    (second as? Known) == first
  }
  guard let first = first as? any Equatable else { return false }
  return isEqual(first)
}
