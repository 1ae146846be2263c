import MarfaModel

/// How long the texts may be that come with an item.
extension RecordLimits {
  /// Checks the texts of attachments; those that the item has already may stay as they are.
  ///
  /// - Throws: `ValidationError` with the field and the limit.
  func check(_ attachments: [Attachment], over old: ItemRow?) throws {
    let known = Set(try StoredJSON.attachments(old?.attachments))
    for (index, attachment) in attachments.enumerated() where !known.contains(attachment) {
      let texts: [(String, String?, Int)] = [
        ("title", attachment.title, attachmentTitleBytes),
        ("mime_type", attachment.mimeType, attachmentTypeBytes),
        ("role", attachment.role, attachmentTypeBytes),
      ]
      for (field, text, limit) in texts where text?.utf8.count ?? 0 > limit {
        throw Self.excess(
          "attachments[\(index)].\(field)", "\(field) of an attachment has at most \(limit) bytes.",
          limit)
      }
    }
  }
}
