/// The line of input that is open, the replacement that is asked about, and what is previewed.
struct Dialogue: Sendable {
  /// The open line; nil when none is.
  private(set) var prompt: EditorPrompt?
  /// The replacement that is being asked about; nil when none is.
  private(set) var confirmation: ReplacementSession?
  /// The place that is shown in place of the cursor's, in UTF-8 bytes; nil for the cursor's.
  private(set) var previewOffset: Int?
  /// Whether the pattern that is typed changed since its match was looked for.
  private(set) var owesPreview = false
  /// How often a match was looked for.
  private(set) var previews = 0

  /// Whether keys go to a line or a question.
  var isOpen: Bool { prompt != nil || confirmation != nil }

  // MARK: - The line

  /// Opens a line, or changes the one that is open.
  mutating func show(_ line: EditorPrompt) { prompt = line }

  /// The next key names a register, or does not.
  mutating func awaitRegister(_ awaits: Bool) { prompt?.awaitsRegister = awaits }

  /// Shows how many matches a long search found.
  mutating func show(_ matches: MatchCount) { prompt?.matches = matches }

  /// The pattern changed: its match is looked for when the view is next looked at.
  mutating func owePreview() { owesPreview = true }

  /// The match was looked for.
  mutating func previewed() {
    owesPreview = false
    previews += 1
  }

  /// Shows a place of the text; nil for the cursor's.
  mutating func preview(_ offset: Int?) { previewOffset = offset }

  /// Closes the line and its preview.
  mutating func closeLine() { (prompt, previewOffset, owesPreview) = (nil, nil, false) }

  // MARK: - The question

  /// Asks about each match.
  mutating func ask(_ session: ReplacementSession) { confirmation = session }

  /// Goes to the next match.
  ///
  /// - Returns: The one that was asked about; nil when there is none left.
  @discardableResult
  mutating func nextMatch() -> Replacement? { confirmation?.next() }

  /// Counts matches that were replaced.
  mutating func count(replaced: Int) { confirmation?.count(replaced) }

  /// Asks no more.
  mutating func endQuestion() { confirmation = nil }

  // MARK: - Changes of the text

  /// Follows a change of the text.
  mutating func apply(_ change: TextChange) {
    confirmation?.apply(change)
    movePlaces { change.mapped($0, bias: $1) }
  }

  /// Follows many changes, after which nothing is left to be asked about.
  mutating func apply(_ set: ChangeSet) {
    confirmation?.end { set.mapped($0, bias: .before) }
    movePlaces { set.mapped($0, bias: $1) }
  }

  private mutating func movePlaces(_ moved: (Int, TextChange.Bias) -> Int) {
    previewOffset = previewOffset.map { moved($0, .after) }
    guard let line = prompt else { return }
    prompt?.origin = moved(line.origin, .after)
    guard let scope = line.scope else { return }
    let start = moved(scope.lowerBound, .after)
    prompt?.scope = start..<max(start, moved(scope.upperBound, .before))
  }
}
