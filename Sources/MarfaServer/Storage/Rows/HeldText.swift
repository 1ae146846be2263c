import MarfaModel

/// Where a kept JSON text has the properties of an item, which it does not hold itself: history
/// does, as of a version of that item.
///
/// So an event or a first answer weighs what is new in it and not what the note weighs. Where
/// history has not kept that version, as after a change that leaves none, the reader gets the
/// properties that the item has now.
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

  /// The place of an item's properties.
  init(itemId: String, version: Int, start: Int, count: Int) {
    self.itemId = itemId
    self.version = version
    self.start = start
    self.count = count
  }

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
