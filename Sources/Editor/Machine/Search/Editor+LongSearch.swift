// MARK: - Searching in texts too long for a key

extension Editor {
  /// Whether a search is under way that the application runs.
  public var isSearching: Bool { search.job != nil }

  /// Takes what a search found that `.search` asked for; what waited for it is done now.
  ///
  /// - Parameters:
  ///   - finding: What `SearchJob.run()` gave; that of an earlier search is ignored.
  ///   - time: Since any fixed instant; never goes back.
  /// - Returns: What the application is to do, in order.
  public mutating func finish(_ finding: SearchFinding, at time: Duration) -> [EditorEffect] {
    take(.finding(finding), at: time)
  }

  /// Takes what a search found; what waited for it is done now.
  mutating func take(_ finding: SearchFinding) {
    guard let job = search.job, job.number == finding.number else { return }
    switch search.end(with: finding) {
    case .prompt: acceptPrompt()
    case .command(let command): perform(command)
    case nil where job.isStale: dialogue.owePreview()
    case nil: show(finding)
    }
    endNormalOnce()
  }

  private mutating func show(_ finding: SearchFinding) {
    guard prompt != nil else { return }
    if let matches = finding.matches { dialogue.show(matches) }
    search.meet(finding.hit)
    dialogue.preview(finding.hit?.lowerBound)
  }

  /// The most text that a key searches for a pattern, in bytes.
  func searchedBytes(for pattern: SearchPattern) -> Int {
    max(1, pattern.isBytewise ? options.searchedBytes : options.searchedBytes / 128)
  }

  /// What is known of the nearest match after reading no more than a key may.
  mutating func lookUp(_ pattern: SearchPattern, from place: SearchPlace) -> SearchOutcome {
    // Steps are left for asking the application to go on.
    let most = options.stepsPerEvent / 2
    var look = WorkMeter(steps: most)
    defer { meter.spend(20 + most - look.steps) }
    return lookUp(pattern, from: place, spending: &look)
  }

  /// What is known of the nearest match after reading no more than a key may, with that much work.
  func lookUp(
    _ pattern: SearchPattern, from place: SearchPlace, spending look: inout WorkMeter
  ) -> SearchOutcome {
    if let known = search.known.hit(of: pattern, from: place) { return .known(known) }
    let limit = searchedBytes(for: pattern)
    for part in place.parts(of: buffer) {
      let read =
        place.isBackward
        ? max(part.lowerBound, part.upperBound - limit)..<part.upperBound
        : part.lowerBound..<min(part.upperBound, part.lowerBound + limit)
      let hit =
        place.isBackward
        ? pattern.last(in: read, of: buffer, spending: &look)
        : pattern.first(in: read, of: buffer, spending: &look)
      if let hit { return .known(hit) }
      if read != part || look.isSpent { return .unknown }
    }
    return .known(nil)
  }

  /// Has the application look for the nearest match, or list what is to be replaced, in place of
  /// any search before.
  mutating func request(
    _ pattern: SearchPattern, from place: SearchPlace, counting scope: Range<Int>?,
    replacing order: ReplacementOrder? = nil
  ) {
    let number = search.begin(pattern, from: place)
    turn.emit(
      .search(
        SearchJob(
          number: number, pattern: pattern, buffer: buffer, place: place, scope: scope,
          replacing: order, step: max(MatchPiece.longest, searchedBytes(for: pattern)))))
  }

  /// Ends the search that is under way, if one is.
  mutating func endSearch() {
    let isSearching = isSearching
    search.end()
    if isSearching { turn.emit(.endSearch) }
  }

  /// Whether a command goes to a match that has to be looked for first; it is then done later.
  ///
  /// Replayed keys do not wait: what follows them needs the place.
  mutating func awaitsSearch(for command: ParsedCommand) -> Bool {
    guard case .motion(let motion) = command.action, !playback.isPlaying,
      let (pattern, start, isBackward) = wanted(by: motion),
      buffer.byteCount > searchedBytes(for: pattern) || !pattern.isBytewise
    else { return false }
    var place = SearchPlace(offset: start, isBackward: isBackward)
    for _ in 0..<min(command.count ?? 1, 10_000) where !meter.isSpent {
      guard case .known(let hit) = lookUp(pattern, from: place) else {
        request(pattern, from: place, counting: nil)
        search.wait(.command(command))
        return true
      }
      guard let hit else { return false }
      place.offset = hit.lowerBound
    }
    return false
  }

  /// Whether the open line's match has to be looked for first; the line is then accepted later.
  mutating func awaitsSearch(for pattern: SearchPattern, from place: SearchPlace) -> Bool {
    guard !playback.isPlaying, lookUp(pattern, from: place) == .unknown else { return false }
    if search.job?.pattern != pattern || search.job?.place != place || search.job?.isStale == true {
      request(pattern, from: place, counting: nil)
    }
    search.wait(.prompt)
    return true
  }

  private func wanted(
    by motion: Motion
  ) -> (pattern: SearchPattern, start: Int, isBackward: Bool)? {
    switch motion {
    case .searchNext, .searchPrevious:
      let isBackward = search.isBackward != (motion == .searchPrevious)
      return search.pattern.map { ($0, cursor, isBackward) }
    case .searchWordForward, .searchWordBackward:
      guard let word = wordUnderCursor() else { return nil }
      let pattern = SearchPattern(word.text, kind: word.kind, isCaseSensitive: true)
      return (pattern, word.start, motion == .searchWordBackward)
    default: return nil
    }
  }
}
