import GRDB

/// Turns an expression of the filter grammar into a condition on `item`.
///
/// Agrees with `FilterExpression.matches`, which is the reference; only elements of lists within
/// lists are not looked at.
struct FilterCompiler {
  private(set) var arguments: StatementArguments = []

  /// The condition for an expression.
  mutating func condition(_ expression: FilterExpression) -> String {
    if Self.isOrphan(expression) { return "item.link_count = 0" }
    switch expression {
    case .and(let left, let right): return "(\(condition(left)) AND \(condition(right)))"
    case .or(let left, let right): return "(\(condition(left)) OR \(condition(right)))"
    case .not(.exists(.backref("parent-of"))): return "item.notebook IS NULL"
    case .not(let inner): return "NOT \(condition(inner))"
    case .exists(let path): return exists(path)
    case .isOneOf(let path, let values):
      if values.isEmpty { return "0" }
      return "(\(values.map { equal(path, $0) }.joined(separator: " OR ")))"
    case .comparison(let path, let comparison, let value):
      return comparing(path, comparison, value)
    }
  }

  /// Neither a link out nor a link in, which the store counts.
  private static func isOrphan(_ expression: FilterExpression) -> Bool {
    guard case .and(.not(.exists(let left)), .not(.exists(let right))) = expression else {
      return false
    }
    return Set([left, right]) == [.edge("references"), .backref("references")]
  }

  mutating func bind(_ value: any DatabaseValueConvertible) -> String {
    arguments += [value]
    return "?"
  }

  private mutating func comparing(
    _ path: FilterExpression.Path, _ comparison: FilterExpression.Comparison,
    _ value: JSONValue
  ) -> String {
    switch comparison {
    case .equal: equal(path, value)
    case .notEqual: "NOT \(equal(path, value))"
    case .greater: ordered(path, ">", value)
    case .greaterOrEqual: ordered(path, ">=", value)
    case .less: ordered(path, "<", value)
    case .lessOrEqual: ordered(path, "<=", value)
    case .contains: contains(path, value)
    case .startsWith: startsWith(path, value)
    }
  }

  private mutating func exists(_ path: FilterExpression.Path) -> String {
    switch path {
    case .system(let name): "(\(SystemColumn(name).sql) IS NOT NULL)"
    case .tags: "(item.tags <> '')"
    case .property(let name): property(name) { _ in "p.type <> 'null'" }
    case .edge(let type):
      "EXISTS (SELECT 1 FROM edge WHERE source = item.key AND type = \(bind(type)))"
    case .backref("parent-of"): "(item.notebook IS NOT NULL)"
    case .backref(let type):
      "EXISTS (SELECT 1 FROM edge WHERE target = item.key AND type = \(bind(type)))"
    }
  }

  private mutating func equal(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    if value.isNull { return "NOT \(exists(path))" }
    switch path {
    case .system(let name): return system(SystemColumn(name), "=", value)
    case .tags, .edge, .backref: return end(path, value)
    case .property(let name):
      return property(name) { compiler in
        let scalar = compiler.scalar("p", "=", value)
        let element = compiler.scalar("e", "=", value)
        return """
          (\(scalar) OR p.type = 'array'
            AND EXISTS (SELECT 1 FROM json_each(p.value) AS e WHERE \(element)))
          """
      }
    }
  }

  private mutating func ordered(
    _ path: FilterExpression.Path, _ sign: String, _ value: JSONValue
  ) -> String {
    switch path {
    case .system(let name): system(SystemColumn(name), sign, value)
    case .tags, .edge, .backref: "0"
    case .property(let name): property(name) { $0.scalar("p", sign, value) }
    }
  }

  private mutating func contains(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    switch path {
    case .system(let name):
      guard let text = value.stringValue, SystemColumn(name).isText else { return "0" }
      return "COALESCE(instr(\(SystemColumn(name).sql), \(bind(text))) > 0, 0)"
    case .tags, .edge, .backref: return value.isNull ? "0" : end(path, value)
    case .property(let name):
      return property(name) { compiler in
        let element = compiler.scalar("e", "=", value)
        let list = """
          p.type = 'array'
            AND EXISTS (SELECT 1 FROM json_each(p.value) AS e WHERE \(element))
          """
        guard let text = value.stringValue else { return list }
        return "(\(list) OR p.type = 'text' AND instr(p.value, \(compiler.bind(text))) > 0)"
      }
    }
  }

  private mutating func startsWith(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    guard let text = value.stringValue else { return "0" }
    switch path {
    case .system(let name):
      guard SystemColumn(name).isText else { return "0" }
      let column = SystemColumn(name).sql
      return "COALESCE(substr(\(column), 1, length(\(bind(text)))) = \(bind(text)), 0)"
    case .tags, .edge, .backref: return "0"
    case .property(let name):
      return property(name) { compiler in
        """
        (p.type = 'text'
          AND substr(p.value, 1, length(\(compiler.bind(text)))) = \(compiler.bind(text)))
        """
      }
    }
  }

  /// A tag, or the item at the other end of an edge.
  private mutating func end(_ path: FilterExpression.Path, _ value: JSONValue) -> String {
    guard let text = value.stringValue else { return "0" }
    switch path {
    case .edge(let type):
      return """
        item.key IN (SELECT source FROM edge WHERE type = \(bind(type))
          AND target = (SELECT key FROM item WHERE id = \(bind(text))))
        """
    case .backref(let type):
      return """
        item.key IN (SELECT target FROM edge WHERE type = \(bind(type))
          AND source = (SELECT key FROM item WHERE id = \(bind(text))))
        """
    default:
      return """
        item.key IN (SELECT item FROM item_tag
          WHERE tag = (SELECT key FROM tag WHERE name = \(bind(text))))
        """
    }
  }

  private mutating func system(
    _ column: SystemColumn, _ sign: String, _ value: JSONValue
  ) -> String {
    switch value {
    case .string(let text) where column.isTime:
      let bound = TimeBound(sign, text)
      guard let number = bound.number else {
        return "(\(column.sql) \(sign) \(bind(text)))"
      }
      return bound.isNever ? "0" : "(item.\(column.name) \(bound.sign) \(bind(number)))"
    case .string(let text) where column.isText:
      return "COALESCE(\(column.sql) \(sign) \(bind(text)), 0)"
    case .integer(let number) where !column.isText:
      return "COALESCE(\(column.sql) \(sign) \(bind(number)), 0)"
    case .number(let number) where !column.isText:
      return "COALESCE(\(column.sql) \(sign) \(bind(number)), 0)"
    default: return "0"
    }
  }

  /// A condition on a value of `json_each`, which has its kind next to it.
  private mutating func scalar(_ table: String, _ sign: String, _ value: JSONValue) -> String {
    switch value {
    case .string(let text):
      return "(\(table).type = 'text' AND \(table).value \(sign) \(bind(text)))"
    case .integer(let number):
      return "(\(table).type IN ('integer', 'real') AND \(table).value \(sign) \(bind(number)))"
    case .number(let number):
      return "(\(table).type IN ('integer', 'real') AND \(table).value \(sign) \(bind(number)))"
    case .bool(let flag):
      return sign == "=" ? "(\(table).type = '\(flag)')" : "0"
    case .null, .array, .object: return "0"
    }
  }

  /// A condition on a property; `item_text` holds two of them outside of the JSON.
  private mutating func property(
    _ name: String, _ condition: (inout FilterCompiler) -> String
  ) -> String {
    let inJSON = """
      EXISTS (SELECT 1 FROM json_each(item.properties) AS p
        WHERE p.key = \(bind(name)) AND \(condition(&self)))
      """
    guard name == "body" || name == "notes" else { return inJSON }
    let bit = name == "body" ? ItemText.Fields.body : ItemText.Fields.notes
    return """
      (\(inJSON) OR EXISTS (
        SELECT 1 FROM (SELECT 'text' AS type, \(name) AS value FROM item_text
          WHERE item_text.item = item.key AND item_text.fields & \(bit.rawValue)) AS p
        WHERE \(condition(&self))))
      """
  }
}
