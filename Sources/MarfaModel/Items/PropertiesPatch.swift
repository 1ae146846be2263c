/// Shallow merges of properties, as `PATCH` does them.
///
/// ```swift
/// let before: [String: JSONValue] = ["title": "Rye", "notes": "old"]
/// let after = PropertiesPatch.apply(["title": "Wheat", "notes": .null], to: before)
/// ```
public enum PropertiesPatch {
  /// The properties with the patch applied: named ones replaced, `null` ones removed, others kept.
  public static func apply(
    _ patch: [String: JSONValue], to properties: [String: JSONValue]
  ) -> [String: JSONValue] {
    var result = properties
    for (name, value) in patch {
      // A ternary with nil would give `JSONValue.null`, which has a nil literal of its own.
      if value.isNull { result.removeValue(forKey: name) } else { result[name] = value }
    }
    return result
  }

  /// The names of the properties in which two sets differ, sorted.
  public static func changedNames(
    from old: [String: JSONValue], to new: [String: JSONValue]
  ) -> [String] {
    difference(from: old, to: new).keys.sorted()
  }

  /// The smallest patch that makes one set of properties of another.
  public static func difference(
    from old: [String: JSONValue], to new: [String: JSONValue]
  ) -> [String: JSONValue] {
    var patch: [String: JSONValue] = [:]
    for (name, value) in new where old[name] != value { patch[name] = value }
    for name in old.keys where new[name] == nil { patch[name] = .null }
    return patch
  }
}
