import MarfaSDK

/// What says under which name a tag goes on that another program renamed.
///
/// No change says that it is a renaming. But when a tag is gone, and a note that had it has exactly
/// one tag more that at least as many notes carry now, the notes are found under that one.
package struct TagTrail: Hashable {
  /// A note that has the tag, and all its tags.
  package struct Witness: Hashable {
    package var id: String
    package var tags: Set<String>
  }

  /// The tag.
  package let tag: String
  /// How many notes have it.
  package let count: Int
  /// One of them; nil while none was selected.
  package private(set) var witness: Witness?

  /// Takes down what is known of a tag that is there.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - count: How many notes have it.
  ///   - row: The note that is selected in its list.
  ///   - before: What was known before, of this tag or another.
  package init(tag: String, count: Int, row: ListedItem?, before: TagTrail?) {
    (self.tag, self.count) = (tag, count)
    if let row, row.tags.contains(tag) {
      witness = Witness(id: row.id, tags: Set(row.tags))
    } else if before?.tag == tag {
      witness = before?.witness
    }
  }

  /// Gives the name that the tag goes on under, now that it is gone.
  ///
  /// - Parameters:
  ///   - now: The tags that the witness has now.
  ///   - all: All tags with their counts.
  /// - Returns: The name; nil when it cannot be known.
  package func newName(tagsNow now: [String], of all: [TagWithCount]) -> String? {
    guard let witness else { return nil }
    let gained = Set(now).subtracting(witness.tags)
    let counts = Dictionary(all.map { ($0.tag, $0.count) }) { first, _ in first }
    let names = gained.filter { counts[$0, default: 0] >= count }
    return names.count == 1 ? names.first : nil
  }
}
