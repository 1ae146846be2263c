/// What the cursor of a list is on.
///
/// The selection belongs to a note, whose row changes as others come and go. The value is read from
/// the list's window, which moves with each commit, and from the cursor: a stored one would be a
/// second truth.
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
