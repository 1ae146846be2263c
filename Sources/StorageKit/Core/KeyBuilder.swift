/// Builds the keys of caches: namespaced, escaped, and different for different inputs.
///
/// ```swift
/// let keys = KeyBuilder(namespace: "myapp")
/// let key = keys.queryKey("recent", params: ["tag": "a&b"])
/// // "myapp.query:recent?tag=a%26b"
/// ```
public struct KeyBuilder: Hashable, Sendable {
  /// The first part of every key.
  public let namespace: String

  /// Builds the keys of one namespace, which may be any text.
  public init(namespace: String) {
    self.namespace = namespace
  }

  /// The key of one entity: `namespace.Module.Type:id`.
  ///
  /// In a namespace `.` is escaped as `%2E`, so that the first point ends it; a type named `query`
  /// becomes `%71uery`, because `query` begins the keys of queries.
  ///
  /// - Parameters:
  ///   - type: The entity's type; its `storageName` if it is a ``StorageKitEntity``, else its
  ///     name qualified by module and enclosing types.
  ///   - id: The entity's identifier, any text.
  /// - Returns: A key that no other type, id or namespace has.
  public func entityKey<T>(_ type: T.Type, id: String) -> String {
    entityPrefix(type) + Self.escape(id)
  }

  /// What the keys of all entities of a type begin with.
  func entityPrefix<T>(_ type: T.Type) -> String {
    let name = (type as? any StorageKitEntity.Type)?.storageName ?? String(reflecting: type)
    let escaped = name == Self.query ? "%71uery" : Self.escape(name)
    return "\(escapedNamespace).\(escaped):"
  }

  /// The key of a query's result: `namespace.query:name?key=value&…`, parameters sorted by key.
  ///
  /// - Parameters:
  ///   - name: The query's name, any text.
  ///   - params: Its parameters, any text on both sides; may be empty.
  /// - Returns: A key that no other name or parameters have.
  public func queryKey(_ name: String, params: [String: String] = [:]) -> String {
    let head = "\(escapedNamespace).\(Self.query):\(Self.escape(name))"
    guard !params.isEmpty else { return head }
    let parts = params.sorted { $0.key < $1.key }
      .map { "\(Self.escape($0.key))=\(Self.escape($0.value))" }
    return "\(head)?\(parts.joined(separator: "&"))"
  }

  /// The word used instead of a type in the key of a query.
  private static let query = "query"

  private var escapedNamespace: String {
    Self.escape(namespace).replacing(".", with: "%2E")
  }

  /// Percent-escapes every byte but letters, digits, `-`, `_`, `~` and `.`.
  ///
  /// These are the unreserved characters of RFC 3986 §2.3.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return escaped
  }
}
