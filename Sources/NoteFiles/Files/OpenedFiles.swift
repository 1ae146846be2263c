import Foundation
import Glibc
import MarfaSDK

/// Copies of attachments under names that other programs understand: what a program does to a copy
/// changes no attachment.
package struct OpenedFiles: Sendable {
  /// For how long a copy stays at least, in seconds.
  private static let age = 86_400

  let folder: String

  /// Names the folder, which the first copy makes.
  package init(folder: String) { self.folder = folder }

  /// The copy of an attachment, which is fetched from the server if it is not here.
  ///
  /// - Parameters:
  ///   - attachment: The attachment.
  ///   - attachments: Where it comes from.
  ///   - onProgress: Called with the bytes that have come, and their total.
  /// - Returns: Its path; the file can be read only.
  /// - Throws: As `AttachmentsNamespace.get`, or what the file system has against it.
  @concurrent
  package func path(
    of attachment: Attachment, from attachments: AttachmentsNamespace,
    onProgress: @escaping BlobFiles.ProgressHandler
  ) async throws -> String {
    removeOld()
    let digits = attachment.blobRef.dropFirst("sha256:".count).prefix(16)
    let home = folder + "/" + digits
    let path = home + "/" + AttachmentFileName.name(of: attachment)
    _ = try await attachments.get(attachment.blobRef, onProgress: onProgress)
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // What was made of an earlier copy is of no use: the bytes are compared as they are copied.
    if unlink(path) != 0, errno != ENOENT {
      throw CommandFailure(.failure, "\(path): \(SystemError.sentence(errno)).")
    }
    try await attachments.copy(attachment.blobRef, to: path)
    chmod(path, 0o400)
    return path
  }

  /// Removes the copies of yesterday; one that cannot be removed is tried again the next time.
  private func removeOld() {
    let manager = FileManager.default
    let horizon = time(nil) - Self.age
    // What cannot be listed or removed now is looked at again next time; it harms nobody until
    // then.
    for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? [] {
      var status = stat()
      let path = folder + "/" + name
      guard stat(path, &status) == 0, status.st_mtim.tv_sec < horizon else { continue }
      try? manager.removeItem(atPath: path)
    }
  }
}
