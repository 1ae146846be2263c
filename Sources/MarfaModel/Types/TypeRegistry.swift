/// All known item types, with what each inherits resolved.
///
/// A value: copies are independent, and looking up costs one dictionary access.
///
/// ```swift
/// let types = TypeRegistry([
///   ItemType(id: "user.food", fields: ["name": FieldDefinition(.string)]),
///   ItemType(id: "user.food.bread", parent: "user.food"),
/// ])
/// let inherited = types["user.food.bread"]?.fields.keys.sorted()
/// ```
public struct TypeRegistry: Sendable {
  /// A type with everything that it inherits.
  public struct ResolvedType: Hashable, Sendable {
    /// The type's own schema.
    public let schema: ItemType
    /// The parent, its parent and so on; empty for a root.
    public let ancestors: [String]
    /// Own and inherited fields by name.
    public let fields: [String: FieldDefinition]
    /// Names of own and inherited fields that must be there.
    public let required: Set<String>
    /// Policies of the ancestors, overridden by those of the descendants.
    public let mergePolicy: MergePolicy
    /// The policy of the nearest type that has one, gap by gap.
    public let versionPolicy: VersionPolicy
    /// The field that names the item, from the nearest type that says.
    public let titleField: String?
    /// The field with the long text, from the nearest type that says.
    public let bodyField: String?
  }

  private var resolved: [String: ResolvedType] = [:]
  private var children: [String: Set<String>] = [:]

  /// Takes well-formed types; one whose ancestors are missing is left out.
  public init(_ types: [ItemType] = []) {
    var waiting = types
    while !waiting.isEmpty {
      let rest = waiting.filter { type in
        guard type.parent.map({ resolved[$0] != nil }) ?? true else { return true }
        insert(type)
        return false
      }
      guard rest.count < waiting.count else { return }
      waiting = rest
    }
  }

  /// All types, sorted by name.
  public var types: [ItemType] {
    resolved.values.map(\.schema).sorted { $0.id < $1.id }
  }

  /// The type of a name, with what it inherits.
  public subscript(_ id: String) -> ResolvedType? {
    resolved[id]
  }

  /// The type and all that inherit from it, sorted; the name alone when it is unknown.
  public func withSubtypes(of id: String) -> [String] {
    var found: Set<String> = [id]
    var waiting = [id]
    while let next = waiting.popLast() {
      for child in children[next] ?? [] where found.insert(child).inserted {
        waiting.append(child)
      }
    }
    return found.sorted()
  }

  /// Whether a type is the other or inherits from it.
  public func isType(_ id: String, kindOf ancestor: String) -> Bool {
    id == ancestor || resolved[id]?.ancestors.contains(ancestor) == true
  }

  /// Puts a type in, or replaces it; its descendants are resolved again.
  ///
  /// - Precondition: The parent is known and is not a descendant of the type.
  public mutating func insert(_ type: ItemType) {
    if let old = resolved[type.id]?.schema.parent { children[old]?.remove(type.id) }
    if let parent = type.parent { children[parent, default: []].insert(type.id) }
    resolve(type)
  }

  /// Takes a type out; types that inherit from it must be gone before.
  public mutating func remove(_ id: String) {
    if let parent = resolved[id]?.schema.parent { children[parent]?.remove(id) }
    resolved[id] = nil
  }

  private mutating func resolve(_ type: ItemType) {
    let parent = type.parent.flatMap { resolved[$0] }
    precondition(type.parent == nil || parent != nil, "A type comes after its parent.")
    var policy = parent?.mergePolicy ?? MergePolicy()
    if let own = type.mergePolicy {
      policy.fields.merge(own.fields) { _, own in own }
      policy.default = own.default
    }
    resolved[type.id] = ResolvedType(
      schema: type,
      ancestors: (parent.map { [$0.schema.id] } ?? []) + (parent?.ancestors ?? []),
      fields: (parent?.fields ?? [:]).merging(type.fields) { _, own in own },
      required: (parent?.required ?? []).union(type.required),
      mergePolicy: policy,
      versionPolicy: (type.versionPolicy ?? VersionPolicy())
        .filled(from: parent?.versionPolicy ?? .standard),
      titleField: type.displayHints?.titleField ?? parent?.titleField,
      bodyField: type.displayHints?.bodyField ?? parent?.bodyField)
    for child in children[type.id] ?? [] {
      if let schema = resolved[child]?.schema { resolve(schema) }
    }
  }
}
