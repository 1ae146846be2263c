import MarfaSDK
import NoteFiles

/// Finds attachments by what a person calls them.
enum AttachmentName {
  /// The attachments of a name, or of the start of a hash.
  ///
  /// - Throws: `CommandFailure` when there is none.
  static func find(_ name: String, in all: [ItemAttachment]) throws -> [ItemAttachment] {
    let named = all.filter { $0.attachment.title == name }
    if !named.isEmpty { return named }
    let hashed = all.filter { isStart(name, of: $0.attachment.blobRef) }
    if !hashed.isEmpty { return hashed }
    throw CommandFailure(.notFound, "The note has no attachment “\(name)”.")
  }

  /// The only attachment of a name, or of the start of a hash.
  ///
  /// - Throws: `CommandFailure` when there is none, or more than one.
  static func only(_ name: String, in all: [ItemAttachment]) throws -> ItemAttachment {
    let found = try find(name, in: all)
    guard let one = found.first, found.count == 1 else {
      if !found.contains(where: { $0.attachment.title == name }),
        Set(found.map(\.attachment.blobRef)).count == 1
      {
        let names = found.map { "“\($0.attachment.title ?? "")”" }.joined(separator: ", ")
        throw CommandFailure(
          .usage, "Several attachments have the bytes of \(name); name one of them: \(names).")
      }
      let hashes = found.map { String($0.attachment.blobRef.prefix("sha256:".count + 8)) }
      throw CommandFailure(
        .usage,
        "Several attachments are called “\(name)”; name one by its hash: "
          + hashes.joined(separator: ", ") + ".")
    }
    return one
  }

  /// Whether a text begins a hash, with or without its `sha256:`.
  static func isStart(_ text: String, of hash: String) -> Bool {
    !text.isEmpty && (hash.hasPrefix(text) || hash.dropFirst("sha256:".count).hasPrefix(text))
  }
}
