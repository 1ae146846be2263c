import StorageKit

/// The errors that concern a whole item.
enum ItemErrors {
  static func notFound(_ id: String) -> NotFoundError {
    NotFoundError(message: "No item \(id).", details: ["id": .string(id)])
  }
}

extension StorageError {
  /// What the tables promise but do not hold: another program changed the file.
  static func damaged(_ what: String) -> StorageError {
    StorageError(.corrupt, while: "reading", detail: what)
  }
}
