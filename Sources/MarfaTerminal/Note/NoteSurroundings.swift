import MarfaSDK

/// What is around the note pane, as the pane sees it.
@MainActor package protocol NoteSurroundings: AnyObject {
  /// The note that commands act on; nil while none is selected.
  var selectedNote: ListedItem? { get }
  /// Where the note is, when no list next to it says so; else empty.
  var placeOfSoleNote: String { get }
}
