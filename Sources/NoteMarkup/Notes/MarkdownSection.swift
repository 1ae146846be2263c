import Foundation

/// A part of a note, as a link names it after `#`: a heading and all below it, or a block as
/// `^name`.
package enum MarkdownSection {
  /// The text of a part.
  ///
  /// - Parameters:
  ///   - text: The note's text.
  ///   - part: The heading's text, of which case does not count, and of `A#B` only the last counts;
  ///     or `^` and the name of a block.
  /// - Returns: The lines of the section, heading included, or those of the block without its name;
  ///   nil when there is no such part.
  package static func text(of text: String, under part: String) -> String? {
    if let name = blockName(part) {
      let lines = lines(of: text)
      return block(named: name, in: lines).map { range in
        var block = lines[range].map(String.init)
        if let last = block.last, let mark = Self.start(of: name, in: last[...]) {
          block[block.count - 1] = String(last[..<mark])
        }
        return block.joined(separator: "\n")
      }
    }
    let scan = MarkdownScan(text)
    guard let index = Self.index(of: part, in: scan.headings) else { return nil }
    let first = scan.headings[index]
    let next = scan.headings[(index + 1)...].first { $0.level <= first.level }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: first.offset)
    let end = next.map { bytes.index(bytes.startIndex, offsetBy: $0.offset) } ?? bytes.endIndex
    return String(text[start..<end])
  }

  /// The line on which a part begins.
  ///
  /// - Parameters:
  ///   - part: The part, as for `text(of:under:)`.
  ///   - text: The note's text.
  /// - Returns: The line, from 0; nil when there is no such part.
  package static func line(of part: String, in text: String) -> Int? {
    if let name = blockName(part) { return block(named: name, in: lines(of: text))?.lowerBound }
    let headings = MarkdownScan(text).headings
    return index(of: part, in: headings).map { headings[$0].line }
  }

  // MARK: - Headings

  /// The heading that a link means: by its text, or else as addresses write it, `a-title` for
  /// `A title`.
  private static func index(of part: String, in headings: [MarkdownScan.Heading]) -> Int? {
    let wanted = part.split(separator: "#").last.map { folded(String($0)) } ?? ""
    guard !wanted.isEmpty else { return nil }
    return headings.firstIndex { folded($0.title) == wanted }
      ?? headings.firstIndex { slug($0.title) == slug(wanted) }
  }

  private static func folded(_ title: String) -> String {
    title.trimmingCharacters(in: .whitespaces).lowercased()
  }

  private static func slug(_ title: String) -> String {
    folded(title).reduce(into: "") { slug, character in
      if character.isWhitespace {
        slug.append("-")
      } else if character.isLetter || character.isNumber || character == "-" || character == "_" {
        slug.append(character)
      }
    }
  }

  // MARK: - Blocks

  private static func blockName(_ part: String) -> String? {
    part.hasPrefix("^") ? String(part.dropFirst()) : nil
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Where the name begins in a line that ends with it.
  private static func start(of name: String, in line: Substring) -> String.Index? {
    var line = line
    while line.last?.isWhitespace == true { line.removeLast() }
    guard let mark = BlockName.start(in: line),
      line[mark...].dropFirst().lowercased() == name.lowercased()
    else { return nil }
    return mark
  }

  /// The lines of a block: the paragraph, or the item of a list, that the name ends; the block
  /// above a name that has a line of its own.
  private static func block(named name: String, in lines: [Substring]) -> Range<Int>? {
    guard var last = lines.firstIndex(where: { start(of: name, in: $0) != nil }) else { return nil }
    let ownLine = last
    let isAlone = lines[last].drop(while: \.isWhitespace).first == "^"
    if isAlone {
      while last > 0, last == ownLine || isBlank(lines[last]) { last -= 1 }
      if isBlank(lines[last]) { return ownLine..<ownLine + 1 }
    }
    var first = last
    while first > 0, isAlone || !isItem(lines[first]), !isBlank(lines[first - 1]),
      !lines[first - 1].hasPrefix("#")
    {
      first -= 1
    }
    return first..<last + 1
  }

  private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  private static func isItem(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    let rest = text.drop(while: \.isNumber)
    guard rest.startIndex == text.startIndex else {
      return rest.hasPrefix(". ") || rest.hasPrefix(") ")
    }
    return ["- ", "* ", "+ "].contains { text.hasPrefix($0) }
  }
}
