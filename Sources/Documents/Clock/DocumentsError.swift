/// Why an edit or a pack was refused.
public struct DocumentsError: Error, Hashable, Sendable, CustomStringConvertible {
  enum Code: Hashable, Sendable {
    case damaged, outOfRange, invalidKey, notANumber, outOfOrder, insideUpdate, tooLarge, removed
    case wrongType, tooDeep
  }

  let code: Code
  /// What was being done, or what the value was.
  public let detail: String

  /// What was read cannot have been written by a replica; see the place for what is left.
  static func damaged(_ detail: String) -> DocumentsError { .init(code: .damaged, detail: detail) }
  static func outOfRange(_ detail: String) -> DocumentsError {
    .init(code: .outOfRange, detail: detail)
  }

  /// Whether bytes or a pack are to blame, which no second attempt mends.
  public var isDamage: Bool { code == .damaged }
  /// Whether a change is missing before this one; ask for it, then apply again.
  public var isOutOfOrder: Bool { code == .outOfOrder }
  /// Whether the document would have grown beyond its limit, or an update beyond that of one.
  public var isTooLarge: Bool { code == .tooLarge || code == .tooDeep }

  /// The kind of the error and its detail.
  public var description: String { "\(code): \(detail)" }
}
