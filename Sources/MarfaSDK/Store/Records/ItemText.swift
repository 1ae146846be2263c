import GRDB

/// One row of `item_text`: the long text that lists never read.
struct ItemText: Equatable {
  /// What `fields` says of the two texts.
  struct Fields: OptionSet {
    let rawValue: Int64
    /// `body` is the property of that name, which the JSON leaves out.
    static let body = Fields(rawValue: 1)
    /// `notes` is the property of that name, which the JSON leaves out.
    static let notes = Fields(rawValue: 2)
  }

  var body = ""
  var notes = ""
  /// Every other searched string, separated by line feeds; only the search index reads it.
  var other = ""
  var fields: Fields = []

  /// The columns in the order that `init(row:at:)` reads.
  static let columns = "item_text.body, item_text.notes, item_text.fields"

  init() {}

  /// Reads the texts, but for `other`, from a row's columns.
  init(row: some PositionalRow, at column: Int) {
    body = row.text(column)
    notes = row.text(column + 1)
    fields = Fields(rawValue: row.integer(column + 2))
  }
}

/// An item's properties as the tables hold them: small JSON, long text, and the display title.
struct StoredProperties {
  var json: String
  var text: ItemText
  var title: String

  /// Divides properties by where they are stored.
  ///
  /// A text with a NUL, at which SQLite's functions stop, stays in the JSON, where it is escaped,
  /// and only its copy in the search index has spaces instead.
  init(_ properties: [String: JSONValue], type: TypeRegistry.ResolvedType?) throws {
    var rest = properties
    var text = ItemText()
    if let body = properties["body"]?.stringValue {
      text.body = Self.searchable(body)
      if !Self.hasNUL(body) {
        rest["body"] = nil
        text.fields.insert(.body)
      }
    }
    if let notes = properties["notes"]?.stringValue {
      text.notes = Self.searchable(notes)
      if !Self.hasNUL(notes) {
        rest["notes"] = nil
        text.fields.insert(.notes)
      }
    }
    text.other = Self.otherText(in: properties, type: type)
    self.text = text
    json = StoredJSON.text(.object(rest))
    title = DisplayTitle.of(properties, type: type)
  }

  /// The properties of an item, put together from its row and its text.
  static func join(json: String, text: ItemText) throws -> [String: JSONValue] {
    var properties = try StoredJSON.object(json)
    if text.fields.contains(.body) { properties["body"] = .string(text.body) }
    if text.fields.contains(.notes) { properties["notes"] = .string(text.notes) }
    return properties
  }

  private static func otherText(
    in properties: [String: JSONValue], type: TypeRegistry.ResolvedType?
  ) -> String {
    let title = type?.titleField ?? "title"
    var parts: [String] = []
    for (name, value) in properties.sorted(by: { $0.key < $1.key })
    where name != "body" && name != "notes" && name != title {
      if let field = type?.fields[name], !field.isSearched { continue }
      if let string = value.stringValue { parts.append(searchable(string)) }
    }
    return parts.joined(separator: "\n")
  }

  private static func hasNUL(_ text: String) -> Bool {
    // Of contiguous bytes many are compared at a time.
    text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
  }

  static func searchable(_ text: String) -> String {
    hasNUL(text) ? text.replacing("\0", with: " ") : text
  }
}
