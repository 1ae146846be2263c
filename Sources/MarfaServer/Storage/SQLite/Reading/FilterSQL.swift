import GRDB
import MarfaModel

/// Turns an expression of the filter grammar into a condition on `item`.
///
/// Agrees with `FilterExpression.matches`, which is the reference; only elements of lists within
/// lists are not looked at. Every value becomes an argument.
struct FilterSQL {
  /// What the request may see: an edge that it may not see is none.
  let visibility: Visibility
  private(set) var arguments: StatementArguments = []

  init(_ visibility: Visibility) { self.visibility = visibility }

  /// The condition for an expression, which is within `FilterLimits`: SQLite's parser holds 100
  /// open rules, and its time for preparing grows with the square of the values.
  mutating func condition(_ expression: FilterExpression) -> String { sql(expression) }

  private mutating func sql(_ expression: FilterExpression) -> String {
    switch expression {
    case .and: return joined(expression, by: " AND ")
    case .or: return joined(expression, by: " OR ")
    case .not(let inner): return "NOT \(sql(inner))"
    case .exists(let path): return exists(path)
    case .isOneOf(let path, let values):
      return isOneOf(path, values)
    case .comparison(let path, let comparison, let value):
      switch comparison {
      case .equal: return equal(path, value)
      case .notEqual: return "NOT \(equal(path, value))"
      case .greater: return ordered(path, ">", value)
      case .greaterOrEqual: return ordered(path, ">=", value)
      case .less: return ordered(path, "<", value)
      case .lessOrEqual: return ordered(path, "<=", value)
      case .contains: return contains(path, value)
      case .startsWith: return startsWith(path, value)
      }
    }
  }

  private mutating func joined(_ chain: FilterExpression, by word: String) -> String {
    var conditions: [String] = []
    for part in chain.parts { conditions.append(sql(part)) }
    return "(\(conditions.joined(separator: word)))"
  }

  /// A chain of chains: SQLite takes an expression that is 1,000 deep, and each word of a chain is
  /// one deeper than that before it (<https://www.sqlite.org/limits.html#max_expr_depth>).
  private mutating func isOneOf(_ path: FilterExpression.Path, _ values: [JSONValue]) -> String {
    if values.isEmpty { return "0" }
    // Ids are looked up, where a chain of comparisons would look at every item.
    if case .system("id") = path {
      let names = values.compactMap(\.stringValue)
      return names.isEmpty ? "0" : "item.id IN (\(names.map { bind($0) }.joined(separator: ", ")))"
    }
    var chains: [String] = []
    for start in stride(from: 0, to: values.count, by: 64) {
      let chain = values[start..<min(start + 64, values.count)].map { equal(path, $0) }
      chains.append("(\(chain.joined(separator: " OR ")))")
    }
    return chains.count == 1 ? chains[0] : "(\(chains.joined(separator: " OR ")))"
  }

  private mutating func bind(_ value: any DatabaseValueConvertible) -> String {
    arguments += [value]
    return "?"
  }

  private mutating func exists(_ path: FilterExpression.Path) -> String {
    switch path {
    case .system(let name): "(\(SystemField(name).sql) IS NOT NULL)"
    case .tags: "(item.tags <> '')"
    case .property(let name): property(name) { _ in "p.type <> 'null'" }
    case .edge(let type): edge(from: .source, ofType: type, to: nil)
    case .backref(let type): edge(from: .target, ofType: type, to: nil)
    }
  }

  private mutating func edge(from end: EdgeEnd, ofType type: String, to other: String?) -> String {
    var conditions = Conditions()
    conditions.addEdge(from: end, ofType: type, to: other, visibility)
    arguments += conditions.arguments
    return conditions.clause
  }

  private mutating func equal(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    if value.isNull { return "NOT \(exists(path))" }
    switch path {
    case .system(let name): return system(SystemField(name), "=", value)
    case .tags, .edge, .backref: return end(path, value)
    case .property(let name):
      return property(name) { filter in
        let scalar = filter.scalar("p", "=", value)
        return "(\(scalar) OR \(filter.element(value)))"
      }
    }
  }

  private mutating func ordered(
    _ path: FilterExpression.Path, _ sign: String, _ value: JSONValue
  ) -> String {
    switch path {
    case .system(let name): system(SystemField(name), sign, value)
    case .tags, .edge, .backref: "0"
    case .property(let name): property(name) { $0.scalar("p", sign, value) }
    }
  }

  private mutating func contains(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    switch path {
    case .system(let name):
      guard let text = value.stringValue, SystemField(name).isText else { return "0" }
      return "COALESCE(instr(\(SystemField(name).sql), \(bind(text))) > 0, 0)"
    case .tags, .edge, .backref: return value.isNull ? "0" : end(path, value)
    case .property(let name):
      return property(name) { filter in
        let list = filter.element(value)
        guard let text = value.stringValue else { return list }
        return "(\(list) OR p.type = 'text' AND instr(p.value, \(filter.bind(text))) > 0)"
      }
    }
  }

  private mutating func startsWith(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    guard let text = value.stringValue else { return "0" }
    switch path {
    case .system(let name):
      guard SystemField(name).isText else { return "0" }
      let column = SystemField(name).sql
      return "COALESCE(substr(\(column), 1, length(\(bind(text)))) = \(bind(text)), 0)"
    case .tags, .edge, .backref: return "0"
    case .property(let name):
      return property(name) { filter in
        """
        (p.type = 'text'
          AND substr(p.value, 1, length(\(filter.bind(text)))) = \(filter.bind(text)))
        """
      }
    }
  }

  /// A tag, or the item at the other end of an edge.
  private mutating func end(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    guard let text = value.stringValue else { return "0" }
    switch path {
    case .edge(let type): return edge(from: .source, ofType: type, to: text)
    case .backref(let type): return edge(from: .target, ofType: type, to: text)
    default: return "item.key IN (SELECT item FROM item_tag WHERE tag = \(bind(text)))"
    }
  }

  private mutating func system(
    _ field: SystemField, _ sign: String, _ value: JSONValue
  ) -> String {
    switch value {
    case .string(let text) where field.isTime:
      guard let bound = TimeBound(sign, text) else { return "0" }
      return "(\(field.sql) \(bound.sign) \(bind(bound.milliseconds)))"
    case .string(let text) where field.name == "id" && sign == "=":
      return "item.id = \(bind(text))"
    case .string(let text) where field.isText:
      return "COALESCE(\(field.sql) \(sign) \(bind(text)), 0)"
    case .integer(let number) where !field.isText && !field.isTime:
      return "COALESCE(\(field.sql) \(sign) \(bind(number)), 0)"
    case .number(let number) where !field.isText && !field.isTime:
      return "COALESCE(\(field.sql) \(sign) \(bind(number)), 0)"
    default: return "0"
    }
  }

  /// A condition on a value of `json_each`, which has its kind next to it.
  private mutating func scalar(_ table: String, _ sign: String, _ value: JSONValue) -> String {
    switch value {
    case .string(let text):
      "(\(table).type = 'text' AND \(table).value \(sign) \(bind(text)))"
    case .integer(let number):
      "(\(table).type IN ('integer', 'real') AND \(table).value \(sign) \(bind(number)))"
    case .number(let number):
      "(\(table).type IN ('integer', 'real') AND \(table).value \(sign) \(bind(number)))"
    case .bool(let flag): sign == "=" ? "(\(table).type = '\(flag)')" : "0"
    case .null, .array, .object: "0"
    }
  }

  /// A list with an element that is the value.
  private mutating func element(_ value: JSONValue) -> String {
    """
    p.type = 'array'
      AND EXISTS (SELECT 1 FROM json_each(p.value) AS e WHERE \(scalar("e", "=", value)))
    """
  }

  private mutating func property(
    _ name: String, _ condition: (inout FilterSQL) -> String
  ) -> String {
    """
    EXISTS (SELECT 1 FROM json_each(item.properties) AS p
      WHERE p.key = \(bind(name)) AND \(condition(&self)))
    """
  }
}

/// A field of every item as a filter sees it.
private struct SystemField {
  let name: String

  init(_ name: String) { self.name = name }

  /// The field's value.
  var sql: String {
    switch name {
    case "state":
      """
      CASE item.state WHEN 0 THEN 'active' WHEN 1 THEN 'archived' WHEN 2 THEN 'trashed'
        ELSE 'revoked' END
      """
    case "tier": "CASE item.tier WHEN 0 THEN 'library' WHEN 1 THEN 'feed' END"
    default: "item.\(name)"
    }
  }

  /// Whether the value is a time, which the table holds in milliseconds.
  var isTime: Bool { ["timestamp", "created_at", "updated_at"].contains(name) }

  /// Whether the value is a string.
  var isText: Bool {
    !isTime
      && !["version", "schema_version", "capture_latitude", "capture_longitude"].contains(name)
  }
}

/// A comparison of a time's text with another text, as one of milliseconds.
private struct TimeBound {
  var sign: String
  var milliseconds: Int64

  /// Nil when no time can compare so.
  init?(_ sign: String, _ text: String) {
    guard let time = Timestamp(iso8601: text) else { return nil }
    self.sign = sign
    milliseconds = time.milliseconds
    // The text of a day sorts before every time of it, and equals none.
    guard text.utf8.count == 10 else { return }
    if sign == "=" { return nil }
    self.sign = sign == ">" || sign == ">=" ? ">=" : "<"
  }
}
