import MarfaSDK

/// The notebooks of the folders of an import.
struct ImportedNotebooks {
  private let origin: String
  private var ids: [String: String]

  /// Begins with the notebooks that are known, for the folder that is called so.
  init(importedFrom origin: String, known: [String: String]) {
    self.origin = origin
    ids = known
  }

  /// The id of a folder's notebook; nil for the root, which is none.
  func id(of folder: String) -> String? { ids[folder] }

  /// The notebooks that a note in a folder needs and that are not there yet, outermost first.
  mutating func missing(for folder: String, ids generator: ItemIdGenerator) -> [NewItem] {
    var items: [NewItem] = []
    var path = ""
    for name in folder.split(separator: "/") {
      let parent = path
      path = path.isEmpty ? String(name) : path + "/" + name
      guard ids[path] == nil else { continue }
      let id = generator.nextId()
      ids[path] = id
      items.append(
        NewItem(
          CreateItemInput(
            id: id, type: CoreGroup.typeIdentifier, properties: ["title": .string(String(name))],
            source: ImportFolders.source(of: origin)),
          notebook: ids[parent], origin: ItemOrigin(name: origin, path: path + "/")))
    }
    return items
  }
}
