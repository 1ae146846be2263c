import MarfaSDK

/// The notebooks that stand for the folders of an import.
struct ImportedNotebooks {
  private let source: String
  private var ids: [String: String]

  init(source: String, known: [String: String]) {
    self.source = source
    ids = known
  }

  /// The id of a folder's notebook; nil for the root, which is none.
  func id(of folder: String) -> String? { ids[folder] }

  /// The notebooks that a note in a folder needs and that are not there yet, outermost first.
  mutating func missing(for folder: String, ids generator: ItemIDGenerator) -> [NewItem] {
    var items: [NewItem] = []
    var path = ""
    for name in folder.split(separator: "/") {
      let parent = path
      path = path.isEmpty ? String(name) : path + "/" + name
      guard ids[path] == nil else { continue }
      let id = generator.nextID()
      ids[path] = id
      items.append(
        NewItem(
          CreateItemInput(
            id: id, type: CoreGroup.typeIdentifier, properties: ["title": .string(String(name))],
            source: source, sourceID: path + "/"),
          notebook: ids[parent]))
    }
    return items
  }
}
