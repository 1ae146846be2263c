import Foundation
import MarfaSDK

/// The files that a note's text may name: those beside the file that it was imported from, and its
/// attachments.
package struct NoteFiles: Hashable, Sendable {
  /// The absolute path of the folder that relative addresses start from; nil when it is not known.
  package var folder: String?
  /// The media types of the attachments, by what a person calls them.
  package var attachments: [String: String] = [:]

  /// Nothing is known.
  package init() {}

  /// Takes down where a note's files are.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - folders: Where the imported folders are.
  package init(of item: Item, in folders: ImportFolders) {
    if let origin = item.origin, let root = folders.folder(importedAs: origin.name) {
      folder = URL(filePath: root).appending(path: origin.path).deletingLastPathComponent().path
    }
    let names = item.attachments.compactMap { file in file.title.map { ($0, file.mimeType) } }
    attachments = Dictionary(names) { first, _ in first }
  }

  /// The absolute path that an address leads to; nil when it is not known, or not on this machine.
  package func path(of address: String) -> String? {
    if address.hasPrefix("file://") { return URL(string: address)?.path }
    guard Self.isLocal(address) else { return nil }
    let path = address.removingPercentEncoding ?? address
    if path.hasPrefix("/") { return path }
    return folder.map { URL(filePath: $0).appending(path: path).standardizedFileURL.path }
  }

  /// Whether an address is that of a file on this machine.
  package static func isLocal(_ address: String) -> Bool {
    address.hasPrefix("file://") || (!address.isEmpty && scheme(of: address) == nil)
  }

  /// What a file is called: the last part of its address; empty for data that stands in the address.
  package static func name(of address: String) -> String {
    guard scheme(of: address) != "data" else { return "" }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.removingPercentEncoding ?? name
  }

  /// What stands before the first colon: <https://www.rfc-editor.org/rfc/rfc3986#section-3.1>.
  private static func scheme(of address: String) -> Substring? {
    address.prefixMatch(of: #/([A-Za-z][A-Za-z0-9+.\-]*):/#)?.1
  }
}
