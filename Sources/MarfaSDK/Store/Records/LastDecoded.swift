import Synchronization

/// The value of the text that was decoded last, for a row that is read often and changes seldom.
///
/// The text is read each time, and compared: a change of another process counts at once.
final class LastDecoded<Value: Decodable & Sendable>: Sendable {
  private let last = Mutex<(text: String, value: Value)?>(nil)

  /// The value of a text, decoded where it is another text than the last.
  ///
  /// - Parameter text: The text of a row.
  /// - Returns: The value.
  /// - Throws: `StorageError` for a text that is no such value.
  func value(_ text: String) throws -> Value {
    if let known = last.withLock({ $0?.text == text ? $0?.value : nil }) { return known }
    let value = try StoredJSON.value(Value.self, text)
    last.withLock { $0 = (text, value) }
    return value
  }
}
