/// Translates between what Swift code assigns and what operations carry.
enum JSONConversion {
  /// An element for a Swift value.
  ///
  /// - Throws: `.wrongType` for a value that has no JSON form; `.invalidKey` for a key with a dot;
  ///   `.tooDeep` for one with too many levels.
  static func element(_ value: Any?, depth: Int = 1) throws(DocumentsError) -> ElementValue {
    guard depth <= ElementValue.maximumDepth else { throw .tooDeep }
    switch value {
    case nil: return .primitive(.null)
    case let value as Primitive: return .primitive(value)
    case let value as Bool: return .primitive(.boolean(value))
    case let value as Int: return .primitive(Primitive(value))
    case let value as Int32: return .primitive(.integer(value))
    case let value as Int64: return .primitive(.long(value))
    case let value as Double: return .primitive(.double(value))
    case let value as String: return .primitive(.string(value))
    case let bytes as [UInt8] where !bytes.isEmpty || isBytes(value):
      return .primitive(.bytes(bytes))
    case let value as JSONText: return value.initialValue
    case let value as JSONCounter: return .counter(value.initialValue)
    case let value as JSONObject: return value.transaction.root.value(of: value.handle)
    case let value as JSONArray: return value.transaction.root.value(of: value.handle)
    case let values as [Any?]:
      var elements: [ElementValue] = []
      for value in values { elements.append(try element(value, depth: depth + 1)) }
      return .array(elements)
    case let values as [String: Any?]:
      var members: [ElementValue.Member] = []
      for key in values.keys.sorted() {
        try check(key: key)
        members.append(
          .init(key: key, value: try element(values[key] ?? nil, depth: depth + 1)))
      }
      return .object(members)
    default:
      throw DocumentsError(code: .wrongType, detail: "\(type(of: value)) has no JSON form")
    }
  }

  /// Whether a value was made as bytes: an empty array of anything can be taken for them.
  private static func isBytes(_ value: Any?) -> Bool {
    value.map { type(of: $0) == [UInt8].self } ?? false
  }

  static func check(key: String) throws(DocumentsError) {
    if key.contains(".") { throw DocumentsError(code: .invalidKey, detail: key) }
  }

  /// The accessor or Swift value of an element.
  static func value(_ handle: Int, in transaction: Transaction) -> Any {
    switch transaction.root.nodes[handle].content {
    case .object: JSONObject(transaction, handle)
    case .array: JSONArray(transaction, handle)
    case .text(let number): JSONText(transaction, handle, number: number)
    case .counter: JSONCounter(transaction, handle)
    case .primitive(let primitive): value(primitive)
    }
  }

  private static func value(_ primitive: Primitive) -> Any {
    switch primitive {
    case .null, .date: primitive
    case .boolean(let value): value
    case .integer(let value): value
    case .long(let value): value
    case .double(let value): value
    case .string(let value): value
    case .bytes(let value): value
    }
  }
}
