/// The identity of an operation among the stores of a client: a list of hashable elements.
///
/// ```swift
/// let comments: OperationPath = ["posts", 1, "comments"]
/// let isBelow = comments.isPrefixed(by: ["posts", 1])  // true
/// let isSame = comments == ["posts", "1", "comments"]  // false: text is no number
/// ```
///
/// Two paths are equal if they have the same number of elements and the elements are equal, type
/// included. A path matches every path that begins with it, so `["posts"]` matches `["posts", 7]`,
/// and the empty path matches all.
public struct OperationPath: Hashable, Sendable {
  /// One element of a path: a hashable value of any type.
  public struct Element: Hashable, Sendable {
    /// The value.
    public let base: any Hashable & Sendable

    /// Wraps a value.
    public init(_ base: any Hashable & Sendable) {
      self.base = base
    }

    /// Whether both hold equal values of the same type.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      // A cast alone would find a wrapped value equal to a bare one, and a subclass to its base.
      guard type(of: lhs.base) == type(of: rhs.base) else { return false }
      func isEqual<Left: Hashable, Right: Hashable>(_ left: Left, _ right: Right) -> Bool {
        // Values of one type need no cast, which would be the greater part of a look-up.
        if Left.self == Right.self { return left == unsafeBitCast(right, to: Left.self) }
        // One object, kept once as its class and once as the base of that.
        guard let right = right as? Left else { return false }
        return left == right
      }
      return isEqual(lhs.base, rhs.base)
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
      base.hash(into: &hasher)
    }
  }

  /// The elements, outermost first; may be empty.
  public private(set) var elements: [Element]

  /// Joins elements of any hashable types, outermost first.
  public init(_ elements: [any Hashable & Sendable] = []) {
    self.elements = elements.map(Element.init)
  }

  /// The path followed by one more element.
  public func appending(_ element: any Hashable & Sendable) -> Self {
    var path = self
    path.elements.append(Element(element))
    return path
  }

  /// The path followed by the elements of another.
  public func appending(_ other: OperationPath) -> Self {
    var path = self
    path.elements.append(contentsOf: other.elements)
    return path
  }

  /// Whether the path begins with the elements of the given one.
  public func isPrefixed(by prefix: OperationPath) -> Bool {
    elements.starts(with: prefix.elements)
  }
}

extension OperationPath: ExpressibleByArrayLiteral {
  /// Joins the elements of an array literal, outermost first.
  public init(arrayLiteral elements: any Hashable & Sendable...) {
    self.init(elements)
  }
}

extension OperationPath: CustomStringConvertible {
  /// The elements between brackets.
  public var description: String {
    "[" + elements.map { String(describing: $0.base) }.joined(separator: ", ") + "]"
  }
}
