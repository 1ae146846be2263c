/// The errors that concern a whole item.
enum ItemErrors {
  static func notFound(_ id: String) -> NotFoundError {
    NotFoundError(message: "No item \(id).", details: ["id": .string(id)])
  }
}

/// Something that the tables promise but do not hold: another program changed the file.
struct StoreInconsistency: Error {
  var what: String
}
