import MarfaSDK

extension ListedItem {
  /// What the person reads as the title.
  package var displayTitle: String { self.title.isEmpty ? "Untitled" : self.title }

  /// The note's state at its server, in a word or two.
  ///
  /// - Parameter showsUnsent: Whether a change that waits is named.
  /// - Returns: The words.
  package func serverWord(showsUnsent: Bool) -> String {
    if flags.contains(.isInConflict) { return "in conflict" }
    if flags.contains(.isRefused) { return "refused" }
    return showsUnsent && flags.contains(.isUnsent) ? "not on server" : "on server"
  }

  /// Where the note is stored, in a sentence's part.
  ///
  /// - Parameter hasServer: Whether the notes have a server.
  /// - Returns: The words.
  package func storedWords(hasServer: Bool) -> String {
    guard hasServer else {
      let isInConflict = flags.contains(.isInConflict)
      return isInConflict ? "on this machine, in conflict with its file" : "on this machine"
    }
    if flags.contains(.isInConflict) { return "on this machine, in conflict with the server" }
    if flags.contains(.isRefused) { return "on this machine, refused by the server" }
    return flags.contains(.isUnsent)
      ? "on this machine, not yet on the server" : "on this machine and on the server"
  }
}
