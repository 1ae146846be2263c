import Foundation

/// A part of a note: a heading and all below it.
package enum MarkdownSection {
  /// The part of a text from a heading to the next one of its level or above.
  ///
  /// - Parameters:
  ///   - text: The note's text.
  ///   - heading: The heading's text; case does not count, and of `A#B` only the last counts.
  /// - Returns: The lines of the part, heading included; nil when no heading has the text.
  package static func text(of text: String, under heading: String) -> String? {
    let wanted = heading.split(separator: "#").last.map { folded(String($0)) } ?? ""
    let scan = MarkdownScan(text)
    guard let index = scan.headings.firstIndex(where: { folded($0.title) == wanted }) else {
      return nil
    }
    let first = scan.headings[index]
    let next = scan.headings[(index + 1)...].first { $0.level <= first.level }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: first.offset)
    let end = next.map { bytes.index(bytes.startIndex, offsetBy: $0.offset) } ?? bytes.endIndex
    return String(text[start..<end])
  }

  private static func folded(_ title: String) -> String {
    title.trimmingCharacters(in: .whitespaces).lowercased()
  }
}
