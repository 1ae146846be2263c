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
    let name = shortened(
      String(
        String.UnicodeScalarView(
          title.unicodeScalars.map { scalar in
            scalar == "/" || scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar
          })))
    return name.isEmpty || name == "." || name == ".." ? digits(of: attachment) : name
  }

  /// The names of attachments whose files go to one folder: of those with the same name, the later
  /// ones get the start of their hash as well.
  ///
  /// - Parameter attachments: The attachments.
  /// - Returns: A name for each, no two of them equal.
  package static func names(of attachments: [Attachment]) -> [String] {
    var taken: Set<String> = []
    return attachments.enumerated().map { index, attachment in
      let name = name(of: attachment)
      let digits = digits(of: attachment)
      let names = [name, adding(String(digits.prefix(8)), to: name), "\(digits) \(index)"]
      return names.first { taken.insert($0).inserted } ?? name
    }
  }

  /// A name with a word before its ending.
  private static func adding(_ word: String, to name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return shortened("\(name) \(word)")
    }
    return shortened("\(name[..<dot]) \(word)\(name[dot...])")
  }

  /// The end of a name that is too long: its ending says what the file is.
  private static func shortened(_ name: String) -> String {
    var name = name
    while name.utf8.count > limit { name.removeFirst() }
    return name
  }

  private static func digits(of attachment: Attachment) -> String {
    String(attachment.blobRef.dropFirst("sha256:".count))
  }
}
