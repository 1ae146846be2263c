import MarfaSDK

extension ItemRow {
  /// What the person reads as the title.
  package var displayTitle: String { self.title.isEmpty ? "Untitled" : self.title }
}
