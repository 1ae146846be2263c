/// The `^name` at the end of a paragraph or item, which links lead to as `[[note#^name]]`.
package enum BlockName {
  /// Where the name with its mark begins in a line or a piece of text that it ends.
  ///
  /// It is letters, digits and hyphens of ASCII, with a letter: `^2` is more often a power than a
  /// name. Before it is a space or nothing.
  ///
  /// - Parameter text: The text, without spaces at its end.
  /// - Returns: The place of the `^`; nil when no name ends the text.
  package static func start(in text: some StringProtocol) -> String.Index? {
    guard let mark = text.lastIndex(of: "^"),
      mark == text.startIndex || text[text.index(before: mark)] == " "
    else { return nil }
    let name = text[text.index(after: mark)...]
    let isName = name.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || Character(Unicode.Scalar(byte)).isLetterOrDigit
    }
    return isName && name.contains(where: \.isLetter) ? mark : nil
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
