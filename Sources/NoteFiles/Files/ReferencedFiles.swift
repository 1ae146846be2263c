import Foundation
import MarfaSDK
import NoteMarkup

/// The files that a note's text may name: those next to the file that it was imported from, and its
/// attachments.
package struct ReferencedFiles: Hashable, Sendable {
  /// The absolute path of the folder that relative addresses start from; nil when it is not known.
  package var folder: String?
  private var attachments = NamedFiles<File>()

  /// An attachment.
  private struct File: Hashable, Sendable {
    let mediaType: String
    /// Where its bytes are; nil when they are not on this machine.
    let path: String?

    init(_ attachment: Attachment, in blobs: BlobFiles?) {
      mediaType = attachment.mimeType
      let hash = attachment.blobRef
      // What cannot be looked at is not here.
      let size = (try? blobs?.size(of: hash)) ?? nil
      path = size == nil ? nil : try? blobs?.path(of: hash)
    }
  }

  /// Nothing is known.
  package init() {}

  /// Looks where a note's files are.
  ///
  /// - Parameters:
  ///   - item: The note.
  ///   - folders: Where the imported folders are.
  ///   - blobs: The bytes of attachments.
  package init(of item: Item, in folders: ImportFolders, blobs: BlobFiles? = nil) {
    if let origin = item.origin, let root = folders.folder(importedAs: origin.name) {
      folder = URL(filePath: root).appending(path: origin.path).deletingLastPathComponent().path
    }
    attachments = NamedFiles(
      item.attachments.compactMap { file in
        file.title.map { (name: $0, value: File(file, in: blobs)) }
      })
  }

  /// The media type of the attachment that an address means; nil for none.
  func mediaType(of address: String) -> String? { attachment(address)?.mediaType }

  private func attachment(_ address: String) -> File? {
    attachments[FileAddress.name(of: address)]?.value
  }

  /// The absolute paths that the bytes of an image may be at, the likeliest first.
  package func paths(of address: String) -> [String] {
    guard FileAddress.isLocal(address) else { return [] }
    return [path(of: address), attachment(address)?.path].compactMap { $0 }
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
