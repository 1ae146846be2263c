import MarfaModel

/// Ends the work of a transaction that takes long: a part of it is to be done on a reader, and then
/// it begins again.
protocol LongWork: Error {}

extension LongWork {
  /// How often that is tried while others change what a reader has found; then the writer does all
  /// of it, so that nobody waits for the others to stop.
  static var attempts: Int { 4 }
}

extension Error {
  /// Whether work that ends with it is undone alone: the store has not failed, and what others do
  /// in the same transaction stays.
  var isOfItsWork: Bool { self is any MarfaError || self is any LongWork }
}
