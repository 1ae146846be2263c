import MarfaSDK
import NoteEditing

/// The tags that notes with a tag have besides it, read once the selection has rested on it.
@MainActor final class CompanionTags {
  /// The selection rests after so long.
  private static let rest = Duration.milliseconds(200)

  private var wanted: String?
  private var found: (tag: String, others: [TagWithCount])?
  private var delay: (any ScheduledAction)?

  /// Another tag may be the selected one.
  func follow(_ tag: String, in context: Context) {
    guard tag != wanted else { return }
    wanted = tag
    delay?.cancel()
    delay = context.host.schedule(after: Self.rest) { [weak self] in
      guard let self else { return }
      context.work.perform("Reading the tags") {
        let others = try await context.client.store.companionTags(of: tag)
        self.found = (tag, others)
      }
    }
  }

  /// The tags used with a tag, most frequent first; nil until they are read.
  func tags(for tag: String) -> [TagWithCount]? {
    found.flatMap { $0.tag == tag ? $0.others : nil }
  }

  /// Reads nothing any more.
  func stop() { delay?.cancel() }
}
