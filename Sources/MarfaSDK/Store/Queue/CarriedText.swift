/// What becomes of unsent edits of a text whose document went on without them, or which a server
/// has merged into what others wrote.
package struct CarriedText: Hashable, Sendable {
  /// The document's text: all that does not contradict, and the server's words elsewhere.
  package let document: String
  /// What waits for a person; nil where nothing contradicts.
  package let parked: Parked?

  /// A person's text of which the document has only a part.
  package struct Parked: Hashable, Sendable {
    /// The document's text with the words before both sides in each contradiction, so that the
    /// sides differ from it in the contradictions alone.
    package let base: String
    /// The document's text with the person's words in each contradiction.
    package let mine: String
  }

  /// Merges the lines of both sides.
  ///
  /// - Parameters:
  ///   - base: The text of the last acknowledged exchange.
  ///   - mine: The text with the unsent edits.
  ///   - theirs: The text of the server.
  ///   - additions: What becomes of texts that both added at one place.
  package init(
    base: String, mine: String, theirs: String,
    additions: ThreeWayMerge.Additions = .contradict
  ) {
    let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs, additions: additions)
    document = merge.text { $0.theirs }
    parked =
      merge.conflicts.isEmpty
      ? nil : Parked(base: merge.text { $0.base }, mine: merge.text { $0.mine })
  }

  /// The text of a document after a decision.
  ///
  /// - Parameters:
  ///   - chosen: The text that the person chose.
  ///   - former: The document's text when the contradiction was met.
  ///   - present: The document's text now; what others did to it since stays.
  /// - Returns: The text; where others changed since what is decided, it has the chosen words.
  package static func decided(_ chosen: String, since former: String, over present: String)
    -> String
  {
    ThreeWayMerge(base: former, mine: chosen, theirs: present).text { $0.mine }
  }
}
