/// The texts of other notes that the shown note has in it, looked up away from the main actor.
@MainActor package final class NoteEmbeds {
  /// The most notes that are shown within one.
  private static let limit = 20

  /// The texts by what is between the brackets.
  package private(set) var texts: [String: String] = [:]
  private var note: String?
  private var asked: Set<String> = []
  private var looking: Task<Void, Never>?

  /// Nothing is looked up yet.
  package init() {}

  /// Looks up the texts that are new; those of another note are forgotten.
  ///
  /// - Parameters:
  ///   - names: What the shown note has between the brackets, in order.
  ///   - id: The note.
  ///   - find: Finds the text of a name; nil where there is none.
  ///   - arrived: Called when something was found.
  package func look(
    for names: [String], in id: String?, find: @escaping @Sendable (String) async -> String?,
    arrived: @escaping @MainActor () -> Void
  ) {
    if note != id {
      looking?.cancel()
      (note, asked, texts) = (id, [], [:])
    }
    let new = names.prefix(Self.limit).filter { !asked.contains($0) }
    guard !new.isEmpty else { return }
    asked.formUnion(new)
    looking = Task { [weak self, before = looking] in
      await before?.value
      var found: [String: String] = [:]
      for name in Set(new) { found[name] = await find(name) }
      guard let self, note == id, !found.isEmpty else { return }
      texts.merge(found) { _, new in new }
      arrived()
    }
  }

  /// Waits until nothing is being looked up.
  package func finish() async { await looking?.value }
}
