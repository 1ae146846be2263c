import MarfaModel

/// Where a kept JSON text has the properties of an item, which it does not hold itself: history
/// does, as of a version of that item.
///
/// So an event or a first answer weighs what is new in it and not what the note weighs. Where history
/// has not kept that version, as after a change that leaves none, the reader gets the properties that
/// the item has now.
public struct HeldText: Hashable, Sendable {
  /// From how many bytes on properties are left to history.
  static let smallest = 1_024

  /// The item's id.
  var itemId: String
  /// The version of the item that has the properties.
  var version: Int
  /// Where they begin in the whole text, in bytes.
  var start: Int
  /// How many bytes they have.
  var count: Int

  /// Finds the properties of an item in a text that has them; nil when they are short, or the text
  /// has them not.
  init?(of row: ItemRow, in text: some Collection<UInt8>) {
    let properties = row.properties.utf8
    guard properties.count >= Self.smallest else { return nil }
    // The first in an item's JSON, behind its id and type: see `ItemRow.write`.
    let head = text.prefix(Self.longestHead)
    guard let name = head.firstRange(of: Self.member) else { return nil }
    let start = text.distance(from: text.startIndex, to: name.upperBound)
    guard text.dropFirst(start).starts(with: properties) else { return nil }
    (itemId, version) = (row.id, row.version)
    (self.start, count) = (start, properties.count)
  }

  /// Creates a place that a storage has kept.
  init(itemId: String, version: Int, start: Int, count: Int) {
    self.itemId = itemId
    self.version = version
    self.start = start
    self.count = count
  }

  private static let member = Array(#","properties":"#.utf8)
  private static let longestHead = 1_024

  /// The text without the properties, as it is kept.
  func removed<Text: RangeReplaceableCollection<UInt8>>(from text: Text) -> Text {
    var text = text
    let from = text.index(text.startIndex, offsetBy: start)
    text.removeSubrange(from..<text.index(from, offsetBy: count))
    return text
  }

  /// The whole text.
  func inserted(_ properties: String, in text: [UInt8]) -> [UInt8] {
    var whole: [UInt8] = []
    whole.reserveCapacity(text.count + properties.utf8.count)
    whole += text.prefix(start)
    whole += properties.utf8
    whole += text.dropFirst(start)
    return whole
  }
}
