/// The schema of an item type, as `/types` shows it.
///
/// ```swift
/// let ofRecipe = ItemType(
///   id: "user.recipe", fields: ["name": FieldDefinition(.string)], required: ["name"])
/// let registry = TypeRegistry([ofRecipe])
/// let needed = registry["user.recipe"]?.required
/// ```
public struct ItemType: Codable, Hashable, Sendable, Identifiable {
  /// The fields that represent the item in a list and on a page.
  public struct DisplayHints: Codable, Hashable, Sendable {
    /// The field that names the item.
    public var titleField: String?
    /// The field with its long text.
    public var bodyField: String?

    /// Takes each part as it is.
    public init(titleField: String? = nil, bodyField: String? = nil) {
      self.titleField = titleField
      self.bodyField = bodyField
    }

    enum CodingKeys: String, CodingKey {
      case titleField = "title_field"
      case bodyField = "body_field"
    }
  }

  /// The dotted name, such as `core.note`.
  public var id: String
  /// What a person calls it.
  public var label: String?
  /// What it is for.
  public var description: String?
  /// The type that it inherits from.
  public var parent: String?
  /// Its own fields by name, without the inherited ones.
  public var fields: [String: FieldDefinition]
  /// Names of its own fields that must be there.
  public var required: [String]
  /// The schema's version, 1 or more.
  public var version: Int
  /// The fields that represent the item.
  public var displayHints: DisplayHints?
  /// How long versions are kept; the server's settings where it is silent.
  public var versionPolicy: VersionPolicy?
  /// How conflicts are settled.
  public var mergePolicy: MergePolicy?

  /// A type; it also has the fields of its `parent`.
  public init(
    id: String, label: String? = nil, description: String? = nil, parent: String? = nil,
    fields: [String: FieldDefinition] = [:], required: [String] = [], version: Int = 1,
    displayHints: DisplayHints? = nil, versionPolicy: VersionPolicy? = nil,
    mergePolicy: MergePolicy? = nil
  ) {
    self.id = id
    self.label = label
    self.description = description
    self.parent = parent
    self.fields = fields
    self.required = required
    self.version = version
    self.displayHints = displayHints
    self.versionPolicy = versionPolicy
    self.mergePolicy = mergePolicy
  }

  /// Reads a schema; everything but the id may be absent.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    label = try container.decodeIfPresent(String.self, forKey: .label)
    description = try container.decodeIfPresent(String.self, forKey: .description)
    parent = try container.decodeIfPresent(String.self, forKey: .parent)
    fields =
      try container.decodeIfPresent([String: FieldDefinition].self, forKey: .fields) ?? [:]
    required = try container.decodeIfPresent([String].self, forKey: .required) ?? []
    version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    displayHints = try container.decodeIfPresent(DisplayHints.self, forKey: .displayHints)
    versionPolicy = try container.decodeIfPresent(VersionPolicy.self, forKey: .versionPolicy)
    mergePolicy = try container.decodeIfPresent(MergePolicy.self, forKey: .mergePolicy)
  }

  enum CodingKeys: String, CodingKey {
    case id, label, description, parent, fields, required, version
    case displayHints = "display_hints"
    case versionPolicy = "version_policy"
    case mergePolicy = "merge_policy"
  }
}
