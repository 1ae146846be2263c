import Foundation

/// Whether a store's file is the one that this machine worked with, and no copy of it.
///
/// A backup that is written over the file, or into a file that got the number of a removed one, is
/// taken for the same. The server notices then: it refuses the first change whose number it has
/// seen with other content (`replica_forked`), and the replica takes another actor.
struct StoreOrigin: Sendable {
  /// The store's file.
  let file: String
  /// Where the number of the file is kept, apart from the file.
  let note: String

  /// The device and number of the file; nil where there is none.
  private var number: String? {
    // Without a file nothing can have been copied.
    guard let values = try? FileManager.default.attributesOfItem(atPath: file),
      let device = values[.systemNumber], let number = values[.systemFileNumber]
    else { return nil }
    return "\(device):\(number)"
  }

  /// Whether it is the same file as when this was asked last.
  var isKnown: Bool {
    guard let number else { return true }
    // None that can be read is none.
    return (try? String(contentsOfFile: note, encoding: .utf8)) == number
  }

  /// Keeps the number of the file.
  ///
  /// - Throws: What writing the file throws.
  func keep() throws {
    guard let number else { return }
    try number.write(toFile: note, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: note)
  }
}
