/// A typed view whose properties are listed once, for reading and for writing.
///
/// The types of the core are written so, and yours may be:
///
/// ```swift
/// struct Recipe: FieldedItem {
///   static let typeIdentifier = "app.recipe"
///   static let fields: [PropertyField<Recipe>] = [
///     .required("title", \.title), .integer("servings", \.servings),
///   ]
///   var item: Item
///   var title = ""
///   var servings: Int64?
///   init(viewing item: Item) { self.item = item }
/// }
/// ```
public protocol FieldedItem: MarfaItem {
  /// The fields, by their names in the properties.
  static var fields: [PropertyField<Self>] { get }
  /// Views an item whose fields are not read yet.
  init(viewing item: Item)
}

extension FieldedItem {
  /// The view, or nil when the item is of another type or lacks a required field.
  public init?(from item: Item) {
    guard Self.accepts(item.type) else { return nil }
    self.init(viewing: item)
    for field in Self.fields {
      guard field.read(item.properties, &self) else { return nil }
    }
  }

  /// The properties as the view now has them, with those that it does not know.
  public func toProperties() -> [String: JSONValue] {
    var properties = item.properties
    for field in Self.fields { field.write(self, &properties) }
    return properties
  }
}
