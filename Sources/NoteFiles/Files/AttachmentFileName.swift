import MarfaSDK

/// The name that an attachment's file gets.
package enum AttachmentFileName {
  /// The longest name that file systems take, in bytes.
  private static let limit = 255

  /// The name of an attachment as a file's: one part of a path, no control, and not a special one.
  ///
  /// - Parameter attachment: The attachment.
  /// - Returns: What a person calls it as far as it can be a name, else the digits of its hash.
  package static func name(of attachment: Attachment) -> String {
    let title = attachment.title ?? ""
    var name = String(
      String.UnicodeScalarView(
        title.unicodeScalars.map { scalar in
          scalar == "/" || scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar
        }))
    while name.utf8.count > limit { name.removeFirst() }
    if name.isEmpty || name == "." || name == ".." {
      return String(attachment.blobRef.dropFirst("sha256:".count))
    }
    return name
  }
}
