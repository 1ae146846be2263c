/// Titles to go to, in order, with their texts side by side in one block of memory.
///
/// As values of their own, 100,000 entries with their texts take 22 MB, and here 10. An entry is
/// made when it is asked for.
public struct TitleList: RandomAccessCollection, Sendable {
  /// What is known of an entry, and where its texts are: the id from `start` to `middle`, the
  /// title from there to `end`.
  private struct Place: Hashable {
    var editedAt: Timestamp
    var start: UInt32
    var middle: UInt32
    var end: UInt32
    /// The place of the notebook's title in `notebooks`; -1 for none.
    var notebook: Int32
    var isNotebook: Bool
    var isArchived: Bool
  }

  private var texts: [UInt8] = []
  private var places: [Place] = []
  private var notebooks: [String?] = []

  /// No titles, as before the first read.
  public init() {}

  /// The place of the first entry.
  public var startIndex: Int { 0 }
  /// The place after the last entry.
  public var endIndex: Int { places.count }

  /// The entry at a place; a new value at each call.
  public subscript(index: Int) -> TitleEntry {
    let place = places[index]
    return TitleEntry(
      id: text(place.start, place.middle), title: title(at: index), isNotebook: place.isNotebook,
      isArchived: place.isArchived,
      notebook: place.notebook < 0 ? nil : notebooks[Int(place.notebook)],
      editedAt: place.editedAt)
  }

  /// The entries of some ids, by id; costs one look at the end of every id.
  public func entries(of ids: some Collection<String>) -> [String: TitleEntry] {
    let marks = Set(ids.map { Self.mark($0.utf8) })
    let wanted = Set(ids)
    var entries: [String: TitleEntry] = [:]
    for (index, place) in places.enumerated() where marks.contains(mark(of: place)) {
      let entry = self[index]
      if wanted.contains(entry.id) { entries[entry.id] = entry }
    }
    return entries
  }

  /// The entry of an id.
  func entry(of id: String) -> TitleEntry? {
    let mark = Self.mark(id.utf8)
    return places.indices.lazy.filter { self.mark(of: places[$0]) == mark }
      .map { self[$0] }.first { $0.id == id }
  }

  /// The titles alone.
  var titles: some Sequence<String> { places.indices.lazy.map { title(at: $0) } }

  /// How many bytes all titles have.
  var titleSize: Int { places.reduce(0) { $0 + Int($1.end - $1.middle) } }

  private func title(at index: Int) -> String { text(places[index].middle, places[index].end) }

  private func text(_ start: UInt32, _ end: UInt32) -> String {
    String(decoding: texts[Int(start)..<Int(end)], as: UTF8.self)
  }

  /// The last bytes of an id as a number, in which ids differ.
  private static func mark(_ id: some BidirectionalCollection<UInt8>) -> UInt64 {
    id.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func mark(of place: Place) -> UInt64 {
    Self.mark(texts[Int(place.start)..<Int(place.middle)])
  }
}

// MARK: - Making a list

extension TitleList {
  /// Adds an entry; its notebook is the place of one in the list that `sort(notebooks:)` is given.
  mutating func append(
    id: String, title: String, isNotebook: Bool, isArchived: Bool, notebook: Int?,
    editedAt: Timestamp
  ) {
    let start = UInt32(texts.count)
    texts.append(contentsOf: id.utf8)
    let middle = UInt32(texts.count)
    texts.append(contentsOf: title.utf8)
    places.append(
      Place(
        editedAt: editedAt, start: start, middle: middle, end: UInt32(texts.count),
        notebook: notebook.map { Int32($0) } ?? -1, isNotebook: isNotebook, isArchived: isArchived))
  }

  /// Puts the latest change first, and of the same moment what was added last.
  ///
  /// - Parameter notebooks: The titles of the notebooks that entries name by their place; nil for
  ///   one that there is no more.
  mutating func sort(notebooks: [String?]) {
    self.notebooks = notebooks
    places.sort { ($0.editedAt.milliseconds, $0.start) > ($1.editedAt.milliseconds, $1.start) }
  }
}

extension TitleList: Equatable {
  /// Whether both have the same entries in the same order.
  public static func == (one: TitleList, other: TitleList) -> Bool {
    // The same arrays compare at once.
    if one.places == other.places, one.texts == other.texts, one.notebooks == other.notebooks {
      return true
    }
    return one.elementsEqual(other)
  }
}
