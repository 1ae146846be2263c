/// The name of a profile: a second notebook with a store, a server, a lock and drafts of its own.
package enum ProfileName {
  /// The name of the notes that are there without any profile.
  package static let standard = "default"

  /// Why a text is no profile's name, as the rest of a sentence, or nil.
  ///
  /// - Parameter text: The name as typed; it becomes the name of folders and files.
  /// - Returns: The problem.
  package static func problem(with text: String) -> String? {
    let isGood =
      text.utf8.count <= 64
      && text.utf8.first.map { Self.isLetterOrDigit($0) } == true
      && text.utf8.allSatisfy { Self.isLetterOrDigit($0) || "-_.".utf8.contains($0) }
    return isGood ? nil : "must be at most 64 letters, digits, -, _ and ., a letter or digit first"
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
