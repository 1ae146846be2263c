import Foundation
import MarfaSDK
import NoteMarkup

/// Where the links of notes lead among the pages of an export.
struct HTMLLinks {
  /// The pages by title, alias and id in small letters, without fragments.
  private var byName: [String: String] = [:]
  /// The pages by where an import found their notes.
  private var byOrigin: [ItemOrigin: String] = [:]

  /// Takes a page; of two notes of one name the later one is found, as links find it.
  mutating func add(_ item: Item, title: String, at path: String) {
    let aliases = (item.properties["aliases"]?.arrayValue ?? []).compactMap(\.stringValue)
    for name in aliases + [title] where !name.isEmpty { byName[name.lowercased()] = path }
    byName[item.id] = path
    if let origin = item.origin { byOrigin[origin] = path }
  }

  /// A text whose links lead to pages and files of the export, as Markdown.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - page: The path of its page.
  ///   - files: The paths of its files by what they are called.
  /// - Returns: The text, and which files it names.
  func text(
    of item: Item, on page: String, files: [String: String]
  ) -> (text: String, named: Set<String>) {
    let body = item.properties["body"]?.stringValue ?? ""
    let scan = MarkdownScan(body, from: .body)
    var changes: [(range: Range<Int>, text: String)] = []
    var named: Set<String> = []
    for link in scan.wikiLinks {
      let name = FolderFiles.name(of: link.target)
      let words =
        link.label ?? [link.target, link.heading].compactMap(\.self).joined(separator: "#")
      if let file = files[name] {
        named.insert(name)
        let isPicture = link.isEmbed && FileAddress.isImage(name)
        let address = Self.address(of: file, from: page)
        changes.append(
          (link.range, isPicture ? "![](<\(address)>)" : "[\(Self.plain(words))](<\(address)>)"))
      } else if let target = byName[link.target.lowercased()] {
        changes.append(
          (link.range, "[\(Self.plain(words))](<\(Self.address(of: target, from: page))>)"))
      } else {
        changes.append((link.range, Self.plain(words)))
      }
    }
    for link in scan.links where FileAddress.isLocal(link.destination) {
      let name = FolderFiles.name(of: link.path)
      if let file = files[name] {
        named.insert(name)
        changes.append((link.destinationRange, Self.address(of: file, from: page)))
      } else if let target = target(of: link, from: item) {
        changes.append((link.destinationRange, Self.address(of: target, from: page)))
      }
    }
    return (Self.applied(changes, to: body), named)
  }

  private func target(of link: MarkdownScan.Link, from item: Item) -> String? {
    guard let origin = item.origin else { return nil }
    let folder = origin.path.lastIndex(of: "/").map { String(origin.path[..<$0]) } ?? ""
    return FolderFiles.joined(folder, link.path).flatMap {
      byOrigin[ItemOrigin(name: origin.name, path: $0)]
    }
  }

  /// A relative address from one page to a file.
  static func address(of file: String, from page: String) -> String {
    let ups = page.utf8.count { $0 == UInt8(ascii: "/") }
    let plain = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "()<>:;"))
    return String(repeating: "../", count: ups)
      + (file.addingPercentEncoding(withAllowedCharacters: plain) ?? file)
  }

  /// Words that mean nothing in Markdown.
  private static func plain(_ words: String) -> String {
    words.reduce(into: "") { text, character in
      if "\\[]*_`<>!#|".contains(character) { text.append("\\") }
      text.append(character)
    }
  }

  /// A text with some parts replaced; parts within others stay as they are.
  private static func applied(
    _ changes: [(range: Range<Int>, text: String)], to body: String
  ) -> String {
    let bytes = Array(body.utf8)
    var result: [UInt8] = []
    var index = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= index {
      result += bytes[index..<change.range.lowerBound]
      result += change.text.utf8
      index = change.range.upperBound
    }
    return String(decoding: result + bytes[index...], as: UTF8.self)
  }
}
