/// What the cursor of a list is on.
///
/// The selection belongs to a note: its row changes as others come and go, and is looked up
/// each time.
package enum ListSelection: Hashable, Sendable {
  /// A note that the list holds, with the place where it is now.
  case row(id: String, index: Int)
  /// The cursor went to a row that is still being read.
  case awaited(index: Int)
  /// A note that the list does not hold: it left the list, or has not been read yet; with
  /// the row on which the cursor is.
  case departed(id: String, index: Int)
  /// Nothing has been selected in this list yet.
  case none
}
