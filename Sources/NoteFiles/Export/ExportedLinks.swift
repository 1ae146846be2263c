import Foundation
import MarfaSDK
import NoteMarkup

/// Where the links of notes lead among the pages of an export.
struct ExportedLinks {
  /// How an export writes links.
  enum Form {
    /// As relative addresses of pages; what leads nowhere becomes words.
    case pages
    /// As Joplin does, `:/` and an id; what leads nowhere stays as it is.
    case joplin
  }

  private let form: Form
  /// The pages by title, alias and id in small letters, without fragments.
  private var byName: [String: String] = [:]
  /// The pages by where an import found their notes.
  private var byOrigin: [ItemOrigin: String] = [:]

  /// Knows no page yet.
  init(_ form: Form) { self.form = form }

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
    let files = NamedFiles(files.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    var changes: [(range: Range<Int>, text: String)] = []
    var named: Set<String> = []
    for link in scan.wikiLinks {
      let name = FolderFiles.name(of: link.target)
      let words = Self.words(of: link)
      if let file = files[name] {
        named.insert(file.name)
        let isPicture = link.isEmbed && FileAddress.isImage(name)
        let label = isPicture ? "![]" : "[\(Self.plain(words))]"
        changes.append((link.range, label + destination(of: file.value, from: page)))
      } else if let target = byName[link.target.lowercased()] ?? byName[Self.title(of: link)] {
        changes.append(
          (link.range, "[\(Self.plain(words))]" + destination(of: target, from: page)))
      } else if form == .pages {
        changes.append((link.range, Self.plain(words)))
      }
    }
    for link in scan.links where FileAddress.isLocal(link.destination) {
      let name = FolderFiles.name(of: link.path)
      if let file = files[name] {
        named.insert(file.name)
        changes.append((link.destinationRange, address(of: file.value, from: page)))
      } else if let target = target(of: link, from: item) {
        changes.append((link.destinationRange, address(of: target, from: page)))
      }
    }
    for tag in form == .joplin ? Self.pictureTags(in: body) : [] {
      guard let file = files[tag.name] else { continue }
      named.insert(file.name)
      changes.append((tag.range, address(of: file.value, from: page)))
    }
    return (Self.applied(changes, to: body), named)
  }

  /// The title in small letters that a path such as `Projects/Alpha.md` ends with.
  private static func title(of link: MarkdownScan.WikiLink) -> String {
    let name = FolderFiles.name(of: link.target)
    return (MarkdownFile.isNamed(name) ? MarkdownNote.stem(of: name) : name).lowercased()
  }

  private static func words(of link: MarkdownScan.WikiLink) -> String {
    link.label ?? [link.target, link.heading].compactMap(\.self).joined(separator: "#")
  }

  private func destination(of file: String, from page: String) -> String {
    form == .pages ? "(<\(address(of: file, from: page))>)" : "(\(address(of: file, from: page)))"
  }

  private func address(of file: String, from page: String) -> String {
    form == .pages ? Self.address(of: file, from: page) : ":/" + file
  }

  /// The addresses of `<img src="…">`, with the names of their files.
  private static func pictureTags(in body: String) -> [(range: Range<Int>, name: String)] {
    PictureTag.all(in: body).map { tag in
      let path = tag.address.removingPercentEncoding ?? String(tag.address)
      return (tag.range, FolderFiles.name(of: path))
    }
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
  static func plain(_ words: String) -> String {
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
