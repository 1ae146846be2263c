/// A text of a server that was set back and that others have changed since, together with the newer
/// one that is here: nothing that is in either is lost.
///
/// The server has lost the version that both sides knew last, and nobody can say which words of it
/// are missing there because somebody took them away.
package enum SetBackText {
  /// Whether a text has all of another one, in its order, and perhaps more.
  ///
  /// - Parameters:
  ///   - longer: The text that may have more.
  ///   - text: The other one.
  /// - Returns: Whether it has; near linear in the texts.
  package static func extends(_ longer: String, _ text: String) -> Bool {
    ThreeWayMerge(base: text, mine: text, theirs: longer)
      .replacements(takesWholeWords: true).allSatisfy(\.range.isEmpty)
  }

  /// Puts both texts together.
  ///
  /// - Parameters:
  ///   - former: The text that the server had confirmed before it was set back.
  ///   - mine: The text that is here: that one, with what was written since.
  ///   - theirs: The text that the server has now.
  /// - Returns: The text; `theirs` where it goes on from `former` and nothing was written here.
  package static func merged(former: String, mine: String, theirs: String) -> String {
    guard extends(theirs, former) else { return SharedWords.union(mine, theirs) }
    return ThreeWayMerge(base: former, mine: mine, theirs: theirs, additions: .bothStand)
      .text { SharedWords.union($0.mine, $0.theirs) }
  }
}
