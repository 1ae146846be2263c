/// Where an import took an item from: two files of the same path in two folders are two items.
///
/// Kept next to the item, since a server replaces an item's source by that of the credential. It
/// is sent as the extension `app.marfa.origin`.
///
/// ```swift
/// let origin = ItemOrigin(name: "Garden", path: "beds/rye.md")
/// ```
public struct ItemOrigin: Hashable, Sendable {
  /// The name that the import gave the folder.
  public var name: String
  /// The path relative to the imported folder; one of a notebook ends with `/`.
  public var path: String

  /// The namespace of the extension in which an origin travels.
  public static let namespace = "app.marfa.origin"
  /// The namespace of the extension that holds what else an export needs to write the same files.
  package static let fileNamespace = "app.marfa.file"

  /// Whether an extension only says where an item comes from: it is no reason for a refusal.
  package static func isTold(by namespace: String) -> Bool {
    namespace == self.namespace || namespace == fileNamespace
  }

  /// A file by the name of its import and its path there.
  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }
}
