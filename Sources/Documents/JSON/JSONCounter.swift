/// A number that several people add to at once; sums wrap at 32 or 64 bits.
///
/// ```swift
/// root.votes = JSONCounter(value: 0)
/// try root.jsonCounter("votes")?.increase(value: 2)
/// ```
public final class JSONCounter {
  private enum State {
    case initial(CounterValue)
    case element(Transaction, Int)
  }

  private let state: State

  /// A counter to assign: of 32 bits for `Int32`, of 64 for `Int64`.
  public init(value: Int32) { state = .initial(.integer(value)) }
  /// A counter of 64 bits to assign.
  public init(value: Int64) { state = .initial(.long(value)) }
  /// A counter of 32 bits to assign; the number is wrapped.
  public init(value: Int) { state = .initial(.integer(Int32(truncatingIfNeeded: value))) }
  /// A counter of 32 bits to assign; the fraction is dropped.
  public init(value: Double) {
    state = .initial(.integer(Int32(truncatingIfNeeded: CounterOperand.truncate(value))))
  }
  /// A counter of 64 bits to assign.
  public convenience init(_ value: Int64) { self.init(value: value) }

  init(_ transaction: Transaction, _ handle: Int) { state = .element(transaction, handle) }

  var initialValue: CounterValue {
    switch state {
    case .initial(let value): return value
    case .element(let transaction, let handle):
      if case .counter(let value) = transaction.root.nodes[handle].content { return value }
      return .integer(0)
    }
  }

  /// The number.
  public var value: Int64 { initialValue.number }

  /// Adds a whole number.
  ///
  /// - Throws: ``DocumentsError`` outside of an update; the value stays.
  @discardableResult
  public func increase(value: Int64) throws(DocumentsError) -> JSONCounter {
    try add(.whole(value))
  }

  /// Adds a whole number.
  ///
  /// - Throws: ``DocumentsError`` outside of an update; the value stays.
  @discardableResult
  public func increase(value: Int) throws(DocumentsError) -> JSONCounter {
    try add(.whole(Int64(value)))
  }

  /// Adds a number without its fraction.
  ///
  /// - Throws: ``DocumentsError`` outside of an update or for no number; the value stays.
  @discardableResult
  public func increase(value: Double) throws(DocumentsError) -> JSONCounter {
    if value.isNaN { throw DocumentsError(code: .notANumber, detail: "NaN") }
    return try add(.fraction(value))
  }

  /// Adds a number of any numeric type.
  ///
  /// - Throws: ``DocumentsError`` for anything but a number; the value stays.
  @discardableResult
  public func increase(value: Any) throws(DocumentsError) -> JSONCounter {
    switch value {
    case is Bool: throw DocumentsError(code: .notANumber, detail: "\(value)")
    case let value as Int: return try add(.whole(Int64(value)))
    case let value as Int32: return try add(.whole(Int64(value)))
    case let value as Int64: return try add(.whole(value))
    case let value as Double: return try increase(value: value)
    default: throw DocumentsError(code: .notANumber, detail: "\(value)")
    }
  }

  private func add(_ operand: CounterOperand) throws(DocumentsError) -> JSONCounter {
    guard case .element(let transaction, let handle) = state else {
      throw DocumentsError(code: .insideUpdate, detail: "the counter is in no document yet")
    }
    try transaction.perform(
      .increase(
        counter: transaction.root.nodes[handle].createdAt, by: operand,
        at: try transaction.ticket()))
    return self
  }
}
