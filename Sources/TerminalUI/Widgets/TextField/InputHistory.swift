/// The texts entered before, to be called back with the arrow keys.
public struct InputHistory: Hashable, Sendable {
  /// The texts, oldest first, none twice.
  public private(set) var entries: [String]
  private let limit: Int
  private var position: Int?
  private var draft = ""

  /// Keeps the newest of some texts.
  ///
  /// - Parameters:
  ///   - entries: The texts, oldest first.
  ///   - limit: How many are kept; the oldest go first.
  public init(_ entries: [String] = [], limit: Int = 200) {
    self.limit = max(1, limit)
    self.entries = Array(entries.suffix(max(1, limit)))
  }

  /// Notes a text that was entered, and goes back to the end.
  public mutating func add(_ text: String) {
    reset()
    guard !text.isEmpty else { return }
    entries.removeAll { $0 == text }
    entries.append(text)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
  }

  /// The next older text that begins like what was typed; nil when there is none.
  ///
  /// - Parameter current: What is in the field; remembered at the first step.
  /// - Returns: The text to show.
  public mutating func previous(from current: String) -> String? {
    if position == nil { draft = current }
    let end = position ?? entries.count
    guard let found = entries[..<end].lastIndex(where: { $0.hasPrefix(draft) && $0 != current })
    else { return nil }
    position = found
    return entries[found]
  }

  /// The next newer text, in the end what was typed; nil when there is none.
  public mutating func next() -> String? {
    guard let place = position else { return nil }
    guard let found = entries[(place + 1)...].firstIndex(where: { $0.hasPrefix(draft) }) else {
      position = nil
      return draft
    }
    position = found
    return entries[found]
  }

  /// Goes back to the end; what is typed next is the draft.
  public mutating func reset() {
    position = nil
    draft = ""
  }
}
