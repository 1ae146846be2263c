import MarfaModel

/// A full-text search, with every value checked.
public struct SearchSelection: Hashable, Sendable {
  /// A person's words.
  var text: String
  /// Which items may be found.
  var items: ItemSelection
  /// The moment of the search, for the weight of recent changes.
  var now: Timestamp
  /// The most results.
  var limit: Int
  /// How many results are left out before them.
  var offset: Int
  /// The most bytes of JSON in their rows, after which the results end; there is one at least.
  var bytes = Int.max
}

/// An item that a search found.
public struct SearchHit: Sendable {
  /// The item.
  var row: ItemRow
  /// How well it fits; only the order of one search has a meaning.
  var score: Double
  /// A place of the text whose words are between the characters 2 and 3; nil without one.
  var marked: String?
}

/// The words of an item that a search looks at: its title, every other searched string, its tags.
public struct ItemWords: Hashable, Sendable {
  var title: String
  var text: String
  var tags: [String]
}

/// What an item is found by, nil when it is not to be found.
public struct WordsOfItem: Hashable, Sendable {
  /// The item's key.
  var key: Int64
  var words: ItemWords?
}

/// That the words of an item changed.
public struct ChangedWords: Hashable, Sendable {
  /// The item's key.
  var key: Int64
  /// Another number for each change of the item, as long as it is noted.
  var number: Int64
}
