/// A file that an item is to get, whose bytes are on this machine already.
package struct NewFile: Hashable, Sendable {
  /// The entry that the item gets.
  package var attachment: Attachment
  /// In bytes.
  package var size: Int64
  /// Whether a text that names it means it, of several files of its name.
  package var isMeant = true

  package init(_ attachment: Attachment, size: Int64) {
    self.attachment = attachment
    self.size = size
  }
}
