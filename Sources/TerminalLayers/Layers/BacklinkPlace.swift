import MarfaSDK
import Workbench

/// A line of another note that leads to this one.
package struct BacklinkPlace: Hashable {
  /// The note with the line.
  package var itemId: String
  /// The line, counted from 0.
  package var line: Int
  /// What the box shows of it.
  package var row: PickerRow

  /// The lines with links, then those that only mention the title.
  package static func all(linked: [Mention], mentions: [Mention]) -> [BacklinkPlace] {
    places(of: linked, label: "link") + places(of: mentions, label: "mention")
  }

  private static func places(of mentions: [Mention], label: String) -> [BacklinkPlace] {
    mentions.flatMap { mention in
      let detail = mention.source.state == .archived ? "\(label), in the archive" : label
      return mention.lines.map { line in
        let row = PickerRow(
          id: "\(mention.id)/\(line.number)/\(label)",
          title: "\(mention.source.title)   \(MentionText.shown(line.text))", detail: detail)
        return BacklinkPlace(itemId: mention.id, line: line.number, row: row)
      }
    }
  }
}
