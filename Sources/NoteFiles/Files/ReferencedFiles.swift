import Foundation
import MarfaSDK
import NoteMarkup

/// The files that a note's text may name: those next to the file that it was imported from, and its
/// attachments.
package struct ReferencedFiles: Hashable, Sendable {
  /// The absolute path of the folder that relative addresses start from; nil when it is not known.
  package var folder: String?
  /// The media types of the attachments, by what a person calls them.
  package var attachments: [String: String] = [:]
  /// Where the bytes of attachments are that are on this machine, by what a person calls them.
  package var attachmentPaths: [String: String] = [:]

  /// Nothing is known.
  package init() {}

  /// Takes down where a note's files are.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - folders: Where the imported folders are.
  ///   - blobs: The bytes of attachments.
  package init(of item: Item, in folders: ImportFolders, blobs: BlobFiles? = nil) {
    if let origin = item.origin, let root = folders.folder(importedAs: origin.name) {
      folder = URL(filePath: root).appending(path: origin.path).deletingLastPathComponent().path
    }
    let names = item.attachments.compactMap { file in file.title.map { ($0, file.mimeType) } }
    attachments = Dictionary(names) { first, _ in first }
    for file in item.attachments {
      // What cannot be looked at is not here.
      guard let blobs, let title = file.title, attachmentPaths[title] == nil,
        (try? blobs.size(of: file.blobRef)) ?? nil != nil
      else { continue }
      attachmentPaths[title] = try? blobs.path(of: file.blobRef)
    }
  }

  /// The absolute paths that the bytes of an image may be at, the likeliest first.
  package func paths(of address: String) -> [String] {
    guard FileAddress.isLocal(address) else { return [] }
    return [path(of: address), attachmentPaths[FileAddress.name(of: address)]].compactMap { $0 }
  }

  /// The absolute path that an address leads to; nil when it is not known, or not on this machine.
  package func path(of address: String) -> String? {
    if address.hasPrefix("file://") { return URL(string: address)?.path }
    guard FileAddress.isLocal(address) else { return nil }
    let path = address.removingPercentEncoding ?? address
    if path.hasPrefix("/") { return path }
    return folder.map { URL(filePath: $0).appending(path: path).standardizedFileURL.path }
  }
}
