import MarfaSDK

extension ItemRow {
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
}
