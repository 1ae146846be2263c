import MarfaSDK

/// The notebooks of the folders of an import.
struct ImportedNotebooks {
  private let origin: String
  private var ids: [String: String]
  /// The title of the notebook of the folder itself while that is still to be made.
  private let rootTitle: String?
  /// The titles that folders cannot be called, by their paths.
  private let titles: [String: String]

  /// Begins with the notebooks that are known of the folder that is imported.
  ///
  /// A folder that was imported without a notebook of its own goes on without one, unless all of it
  /// was undone.
  init(_ arguments: ImportMarkdown.Arguments, known: KnownNotes, undone: Set<String>) {
    let isNew = known.notebooks.isEmpty && known.notes.values.allSatisfy { undone.contains($0.id) }
    (origin, titles) = (arguments.name, arguments.notebookTitles)
    ids = known.notebooks
    switch arguments.root {
    case .none:
      rootTitle = nil
      ids[""] = nil
    case .titled(let title): rootTitle = isNew ? title : nil
    case .existing(let id):
      rootTitle = nil
      ids[""] = id
    }
  }

  /// The id of a folder's notebook; nil for the root when it has none.
  func id(of folder: String) -> String? { ids[folder] }

  /// The notebooks that a note in a folder needs and that are not there yet, outermost first.
  mutating func missing(for folder: String, ids generator: ItemIdGenerator) -> [NewItem] {
    var items: [NewItem] = []
    if let rootTitle, ids[""] == nil {
      items.append(notebook(rootTitle, path: "", in: nil, generator))
    }
    var path = ""
    for name in folder.split(separator: "/") {
      let parent = path
      path = path.isEmpty ? String(name) : path + "/" + name
      guard ids[path] == nil else { continue }
      items.append(notebook(titles[path] ?? String(name), path: path, in: parent, generator))
    }
    return items
  }

  private mutating func notebook(
    _ title: String, path: String, in parent: String?, _ generator: ItemIdGenerator
  ) -> NewItem {
    let id = generator.nextId()
    ids[path] = id
    return NewItem(
      CreateItemInput(
        id: id, type: CoreGroup.typeIdentifier, properties: ["title": .string(title)],
        source: ImportFolders.source(of: origin)),
      notebook: parent.flatMap { ids[$0] }, origin: ItemOrigin(name: origin, path: path + "/"))
  }
}
