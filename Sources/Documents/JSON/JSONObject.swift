/// A map of a document; assigning to a key replaces its element.
///
/// Valid inside the update that it came from; a root outside of an update can be read only.
///
/// ```swift
/// try mine.update { root, _ in
///   root.title = "Groceries"
///   root.items = ["bread"]
/// }
/// ```
@dynamicMemberLookup
public final class JSONObject {
  let transaction: Transaction
  let handle: Int

  init(_ transaction: Transaction, _ handle: Int) {
    self.transaction = transaction
    self.handle = handle
  }

  private var place: Int {
    if case .object(let place) = transaction.root.nodes[handle].content { place } else { 0 }
  }

  /// The keys in ascending order.
  public var keys: [String] { transaction.root.keys(of: place) }

  /// The identity of the object.
  public var createdAt: TimeTicket { transaction.root.nodes[handle].createdAt }

  /// The element of a key: an accessor, a Swift value or nil.
  ///
  /// Assigning dictionaries and arrays creates objects and arrays; nil removes the key. An
  /// assignment that is refused makes the update throw.
  public subscript(key: String) -> Any? {
    get {
      transaction.root.member(key, of: place).map { JSONConversion.value($0, in: transaction) }
    }
    set {
      transaction.attempt { () throws(DocumentsError) in
        if let newValue { try set(key, to: newValue) } else { try remove(key) }
      }
    }
  }

  /// The element of a key that is a Swift name.
  public subscript(dynamicMember key: String) -> Any? {
    get { self[key] }
    set { self[key] = newValue }
  }

  /// Sets a key.
  ///
  /// - Throws: ``DocumentsError`` if the key has a dot or the value no JSON form; nothing is set.
  public func set(_ key: String, to value: Any?) throws(DocumentsError) {
    try JSONConversion.check(key: key)
    let element = try JSONConversion.element(value)
    try transaction.perform(
      .set(
        object: createdAt, key: key, value: element,
        at: try transaction.ticket(parts: element.partCount)))
  }

  /// Removes a key; one that is not there stays absent.
  ///
  /// - Throws: ``DocumentsError`` outside of an update.
  public func remove(_ key: String) throws(DocumentsError) {
    guard let member = transaction.root.member(key, of: place) else { return }
    try transaction.perform(
      .remove(
        parent: createdAt, element: transaction.root.nodes[member].createdAt,
        at: try transaction.ticket()))
  }

  /// The object of a key, or nil.
  public func jsonObject(_ key: String) -> JSONObject? { self[key] as? JSONObject }
  /// The array of a key, or nil.
  public func jsonArray(_ key: String) -> JSONArray? { self[key] as? JSONArray }
  /// The text of a key, or nil.
  public func jsonText(_ key: String) -> JSONText? {
    // Property by property, since a method that looks at the elements would get a copy of all.
    guard let member = transaction.root.objects[place].members[key],
      transaction.root.nodes[member].removedAt == nil,
      case .text(let number) = transaction.root.nodes[member].content
    else { return nil }
    return JSONText(transaction, member, number: number)
  }
  /// The counter of a key, or nil.
  public func jsonCounter(_ key: String) -> JSONCounter? { self[key] as? JSONCounter }

  /// The object as JSON text, keys ascending.
  public func toJSON() -> String { transaction.root.json(of: handle) }
}
