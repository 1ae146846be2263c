import MarfaSDK
import NoteFiles
import NoteMarkup
import NoteReading

/// What is known of the images of the shown note, looked up away from the main actor.
@MainActor final class NoteImages {
  /// The facts by address.
  private(set) var facts: [String: String] = [:]
  private var note: String?
  private var asked: Set<String> = []
  private var looking: Task<Void, Never>?

  /// Looks up the images that are new; those of another note are forgotten.
  ///
  /// - Parameters:
  ///   - document: The rendered note.
  ///   - id: The note.
  ///   - files: Finds the files that the note may name.
  ///   - arrived: Called when something was found.
  func look(
    at document: RenderedDocument, of id: String?,
    files: @escaping @Sendable () async -> ReferencedFiles, arrived: @escaping @MainActor () -> Void
  ) {
    if note != id {
      looking?.cancel()
      (note, asked, facts) = (id, [], [:])
    }
    let addresses = document.links.compactMap { link in
      if case .image(let address) = link.target { address } else { nil }
    }
    let new = Set(addresses).subtracting(asked)
    guard !new.isEmpty else { return }
    asked.formUnion(new)
    looking = Task { [weak self, before = looking] in
      await before?.value
      let found = await Self.facts(of: new, beside: files)
      guard let self, note == id, !found.isEmpty else { return }
      facts.merge(found) { _, new in new }
      arrived()
    }
  }

  /// Waits until nothing is being looked up.
  func finish() async { await looking?.value }

  @concurrent
  private nonisolated static func facts(
    of addresses: Set<String>, beside files: @Sendable () async -> ReferencedFiles
  ) async -> [String: String] {
    let local = addresses.filter(FileAddress.isLocal)
    guard !local.isEmpty else { return [:] }
    let files = await files()
    var facts: [String: String] = [:]
    for address in local { facts[address] = ImageFacts.text(for: address, beside: files) }
    return facts
  }
}
