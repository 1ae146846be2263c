import MarfaModel

/// Who may see and edit which document: those who may the item that it is bound to; a document that
/// is bound to none has its own name among the rights of a key.
struct DocumentRights {
  /// What somebody wants to do.
  enum Wish {
    case read, write
  }

  let rows: any RecordRows
  let access: any StoreAccess

  /// Lets pass who may do something with a document.
  ///
  /// - Throws: `document_not_found` for who may not see it; `ForbiddenError` for who may only see
  ///   it.
  func require(_ wish: Wish, of document: DocumentRow) throws {
    if let id = document.itemId {
      _ = try item(id, wish, key: document.key)
    } else {
      try require(wish, ofUnbound: document.key)
    }
  }

  /// The item that a document is to be bound to.
  ///
  /// - Throws: `document_not_found`, or `ForbiddenError`.
  func item(_ id: String, _ wish: Wish, key: String) throws -> ItemRow {
    let types = try rows.catalogue().types
    guard let row = try rows.presentItem(id: id), access.mayRead(type: row.type, in: types) else {
      throw DocumentErrors.noDocument(key)
    }
    guard wish == .read || access.mayWrite(type: row.type, in: types) else {
      throw ForbiddenError(mayNotWrite: row.type)
    }
    return row
  }

  /// - Throws: `document_not_found`, or `ForbiddenError`.
  func require(_ wish: Wish, ofUnbound key: String) throws {
    guard access.mayRead(document: key) else { throw DocumentErrors.noDocument(key) }
    guard wish == .read || access.mayWrite(document: key) else {
      throw ForbiddenError(code: ErrorCode.forbidden, message: "The key may not edit \(key).")
    }
  }
}
