/// What a filter looks at: an item with its tags and the ends of its edges.
///
/// ```swift
/// let now = "2026-11-28T04:00:00.000Z"
/// let rye = Item(
///   id: "a", type: "core.note", properties: ["title": "Rye"], timestamp: now, createdAt: now,
///   updatedAt: now)
/// let fits = try FilterExpression(parsing: #"properties.title eq "Rye""#)
///   .matches(FilterSubject(item: rye, tags: ["bread"]))
/// ```
public struct FilterSubject: Hashable, Sendable {
  /// The item.
  public var item: Item
  /// Its tags.
  public var tags: [String]
  /// Ids of the targets of its outgoing edges, by edge type.
  public var targets: [String: [String]]
  /// Ids of the sources of its incoming edges, by edge type.
  public var sources: [String: [String]]

  /// An item with what a filter may ask of it: its tags, and its edges by their type.
  public init(
    item: Item, tags: [String] = [], targets: [String: [String]] = [:],
    sources: [String: [String]] = [:]
  ) {
    self.item = item
    self.tags = tags
    self.targets = targets
    self.sources = sources
  }

  /// The value of a path; nil when absent, a list for tags and edges.
  func value(of path: FilterExpression.Path) -> JSONValue? {
    switch path {
    case .system(let name): item.systemValue(name)
    case .tags: Self.list(tags)
    case .property(let name): ConflictRules.present(item.properties[name])
    case .edge(let type): Self.list(targets[type] ?? [])
    case .backref(let type): Self.list(sources[type] ?? [])
    }
  }

  private static func list(_ values: [String]) -> JSONValue? {
    values.isEmpty ? nil : .array(values.map(JSONValue.string))
  }
}

extension FilterExpression {
  /// Whether a subject fits the expression; the reference for every other evaluation.
  ///
  /// Strings compare by their UTF-8 bytes, numbers by value, values of different kinds never.
  /// Tags and edges are equal to a string when one of them is.
  public func matches(_ subject: FilterSubject) -> Bool {
    switch self {
    case .and(let left, let right): left.matches(subject) && right.matches(subject)
    case .or(let left, let right): left.matches(subject) || right.matches(subject)
    case .not(let inner): !inner.matches(subject)
    case .exists(let path): subject.value(of: path) != nil
    case .isOneOf(let path, let values):
      values.contains { Self.isEqual(subject.value(of: path), $0) }
    case .comparison(let path, let comparison, let value):
      Self.compare(subject.value(of: path), comparison, value)
    }
  }

  private static func compare(
    _ left: JSONValue?, _ comparison: Comparison, _ right: JSONValue
  ) -> Bool {
    switch comparison {
    case .equal: isEqual(left, right)
    case .notEqual: !isEqual(left, right)
    case .greater: order(left, right).map { $0 > 0 } ?? false
    case .greaterOrEqual: order(left, right).map { $0 >= 0 } ?? false
    case .less: order(left, right).map { $0 < 0 } ?? false
    case .lessOrEqual: order(left, right).map { $0 <= 0 } ?? false
    case .contains: contains(left, right)
    case .startsWith: startsWith(left, right)
    }
  }

  private static func isEqual(_ left: JSONValue?, _ right: JSONValue) -> Bool {
    guard let left else { return right.isNull }
    if case .array(let elements) = left { return elements.contains { isEqual($0, right) } }
    return left == right || order(left, right) == 0
  }

  private static func contains(_ left: JSONValue?, _ right: JSONValue) -> Bool {
    switch left {
    case .string(let text): right.stringValue.map { text.utf8.contains($0.utf8) } ?? false
    case .array(let elements): elements.contains { isEqual($0, right) }
    default: false
    }
  }

  private static func startsWith(_ left: JSONValue?, _ right: JSONValue) -> Bool {
    guard let text = left?.stringValue, let prefix = right.stringValue else { return false }
    return text.utf8.starts(with: prefix.utf8)
  }

  /// Negative, zero or positive; nil when the two cannot be ordered.
  private static func order(_ left: JSONValue?, _ right: JSONValue) -> Int? {
    if let left = left?.stringValue, let right = right.stringValue {
      if left.utf8.elementsEqual(right.utf8) { return 0 }
      return left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
    }
    guard let left = left?.doubleValue, let right = right.doubleValue else { return nil }
    return left < right ? -1 : left > right ? 1 : 0
  }
}

extension Item {
  /// The value of a field of every item by its wire name; nil when absent or unknown.
  public func systemValue(_ name: String) -> JSONValue? {
    switch name {
    case "id": .string(id)
    case "type": .string(type)
    case "state": .string(state.rawValue)
    case "tier": tier.map { .string($0.rawValue) }
    case "version": .integer(Int64(version))
    case "schema_version": .integer(Int64(schemaVersion))
    case "source": .string(source)
    case "source_id": sourceId.map(JSONValue.string)
    case "device": device.map(JSONValue.string)
    case "capture_latitude": captureLatitude.map(JSONValue.number)
    case "capture_longitude": captureLongitude.map(JSONValue.number)
    case "timestamp": .string(timestamp)
    case "created_at": .string(createdAt)
    case "updated_at": .string(updatedAt)
    default: nil
    }
  }
}
