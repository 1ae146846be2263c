/// What an item becomes whose file was renamed or moved.
package struct Relocation: Hashable, Sendable {
  /// The item's id.
  package var id: String
  /// The place that its file has now.
  package var origin: ItemOrigin
  /// The properties that change; null takes one away.
  package var properties: [String: JSONValue]
  /// The tags that come and go.
  package var tags: TagDifference
  /// The notebook of the folder that the file was in; nil for none.
  package var oldNotebook: String?
  /// The notebook of the folder that the file is in; nil for none.
  package var notebook: String?
  /// The revision that the change was made on; nil checks nothing.
  package var revision: Int?

  package init(
    id: String, origin: ItemOrigin, properties: [String: JSONValue], tags: TagDifference,
    oldNotebook: String?, notebook: String?, revision: Int?
  ) {
    self.id = id
    self.origin = origin
    self.properties = properties
    self.tags = tags
    self.oldNotebook = oldNotebook
    self.notebook = notebook
    self.revision = revision
  }
}
