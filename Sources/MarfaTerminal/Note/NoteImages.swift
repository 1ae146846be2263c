import Foundation
import MarfaSDK
import NoteFiles
import NoteMarkup
import NoteReading
import TerminalDriver
import TerminalUI

/// What is known of the images of the shown note, looked up away from the main actor: their facts,
/// and their bytes where the terminal shows pictures.
@MainActor final class NoteImages {
  /// An image that can be shown.
  struct Shown: Sendable {
    /// What the terminal takes; nil for a form that it does not know.
    var picture: Picture?
    var path: String
    var size: ImageSize

    /// Bytes in memory.
    fileprivate var byteCount: Int { picture?.byteCount ?? 0 }
  }

  /// What the images depend on; all are looked up again when it changes.
  struct Reason: Hashable {
    /// How the terminal shows pictures; nil where it does not.
    var form: PictureProtocol?
    /// How another program draws images that it does not take; nil where none does.
    var drawnForm: DrawnPicture.Form?
    /// The note's files.
    var attachments: [Attachment] = []
    /// Another one when the bytes of some file came.
    var generation = 0
  }

  /// What was found of images.
  private struct Found: Sendable {
    var facts: [String: String] = [:]
    var pictures: [String: Shown] = [:]
  }

  /// The most bytes of the pictures of one note.
  private static let maximumBytes = 16 << 20

  /// The facts by address.
  private(set) var facts: [String: String] = [:]
  /// The images that can be shown, by address.
  private(set) var pictures: [String: Shown] = [:]
  private var note: String?
  private var reason = Reason()
  private var asked: Set<String> = []
  private var looking: Task<Void, Never>?

  /// Looks up the images that are new, or all when the reason is new; those of another note are
  /// forgotten.
  ///
  /// - Parameters:
  ///   - document: The rendered note.
  ///   - id: The note.
  ///   - reason: What the images depend on.
  ///   - files: Finds the files that the note may name.
  ///   - arrived: Called when something was found.
  func look(
    at document: RenderedDocument, of id: String?, for reason: Reason,
    files: @escaping @Sendable () async -> ReferencedFiles, arrived: @escaping @MainActor () -> Void
  ) {
    if note != id {
      looking?.cancel()
      (note, asked, facts, pictures) = (id, [], [:], [:])
    } else if reason != self.reason {
      asked = []
    }
    self.reason = reason
    let addresses = document.links.compactMap { link in
      if case .image(let address) = link.target { address } else { nil }
    }
    let new = Set(addresses).subtracting(asked)
    guard !new.isEmpty else { return }
    asked.formUnion(new)
    looking = Task { [weak self, before = looking] in
      await before?.value
      let found = await Self.find(new, beside: files, reason)
      guard let self, note == id, reason == self.reason, take(found, of: new) else { return }
      arrived()
    }
  }

  /// Whether the images were looked up for another reason.
  func isStale(_ reason: Reason) -> Bool { reason != self.reason }

  /// Waits until nothing is being looked up.
  func finish() async { await looking?.value }

  /// Takes over what was found.
  ///
  /// - Returns: Whether there was anything.
  private func take(_ found: Found, of addresses: Set<String>) -> Bool {
    facts.merge(found.facts) { _, new in new }
    for address in addresses.sorted() {
      pictures[address] = nil
      guard let shown = found.pictures[address] else { continue }
      let bytes = pictures.values.reduce(shown.byteCount) { $0 + $1.byteCount }
      if bytes <= Self.maximumBytes { pictures[address] = shown }
    }
    return !found.facts.isEmpty
  }

  @concurrent
  private nonisolated static func find(
    _ addresses: Set<String>, beside files: @Sendable () async -> ReferencedFiles,
    _ reason: Reason
  ) async -> Found {
    var found = Found()
    let local = addresses.filter(FileAddress.isLocal)
    guard !local.isEmpty else { return found }
    let files = await files()
    for address in local {
      found.facts[address] = ImageFacts.text(for: address, beside: files)
      found.pictures[address] = shown(address, beside: files, reason)
    }
    return found
  }

  private nonisolated static func shown(
    _ address: String, beside files: ReferencedFiles, _ reason: Reason
  ) -> Shown? {
    guard reason.form != nil || reason.drawnForm != nil else { return nil }
    for path in files.paths(of: address) {
      guard let image = ImageBytes(file: path) else { continue }
      // Kitty's protocol knows no JPEG.
      let isTaken = reason.form == .iTerm || reason.form == .kitty && image.form == .png
      guard isTaken || reason.drawnForm != nil else { return nil }
      return Shown(picture: isTaken ? Picture(image) : nil, path: path, size: image.size)
    }
    return nil
  }
}

extension Picture {
  fileprivate init(_ image: ImageBytes) {
    self.init(
      form: image.form == .png ? .png : .jpeg, byteCount: image.bytes.count,
      payload: Array(Data(image.bytes).base64EncodedString().utf8))
  }
}
