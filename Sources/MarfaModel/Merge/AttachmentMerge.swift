/// The attachments of an item that two sides have changed, merged as a set.
public enum AttachmentMerge {
  /// Adds to one side's attachments what the other one added, and takes away what it took away.
  ///
  /// An entry that both sides changed, such as its title, is as `theirs` has it.
  ///
  /// - Parameters:
  ///   - mine: All attachments of one side, in its order.
  ///   - theirs: All attachments of the other side, in its order.
  ///   - bases: What the first side may have begun with; of several, such as what was sent and not
  ///     answered yet, an entry was added if one lacks it, and taken away if one has it.
  /// - Returns: The attachments in the order of `theirs`, then those that `mine` added; just `mine`
  ///   where the other side changed nothing.
  public static func merged(
    mine: [Attachment], theirs: [Attachment], bases: [[Attachment]]
  ) -> [Attachment] {
    if bases.contains(theirs) { return mine }
    let kept = theirs.filter { entry in
      mine.contains(entry) || !bases.contains { $0.contains(entry) }
    }
    let there = Set(kept.map(\.blobRef))
    let added = mine.filter { entry in
      bases.isEmpty || bases.contains { !$0.contains(entry) }
    }
    return kept + added.filter { !there.contains($0.blobRef) }
  }
}
