import MarfaSDK

extension ItemRow {
  /// What the person reads as the title.
  package var displayTitle: String { self.title.isEmpty ? "Untitled" : self.title }

  /// How the note stands with its server, in a word or two.
  package var serverWord: String {
    if flags.contains(.isInConflict) { return "in conflict" }
    if flags.contains(.isRefused) { return "refused" }
    return flags.contains(.isUnsent) ? "not on server" : "on server"
  }
}
