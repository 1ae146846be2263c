/// The conditions of `is:` and `has:`, which have no arguments.
enum SearchConditions {
  private static let openBoxes =
    "(instr(body, '- [ ]') OR instr(body, '* [ ]') OR instr(body, '+ [ ]'))"
  private static let closedBoxes = """
    (instr(body, '- [x]') OR instr(body, '- [X]') OR instr(body, '* [x]') OR instr(body, '+ [x]'))
    """

  static func condition(of state: SearchTerm.State) -> String {
    switch state {
    // The terminal pins with the favourite's tag.
    case .pinned: "(item.is_pinned = 1 OR item.is_favourite = 1)"
    case .favourite: "(item.is_favourite = 1)"
    case .archived: "(item.state = 1)"
    case .trashed: "(item.state = 2)"
    case .conflict: "(item.tags <> '' AND \(tagged(TagRules.conflictedCopy)))"
    case .unsynced: "(item.sync_flags & 1)"
    case .refused: "(item.sync_flags & 2)"
    // Nobody shares a note of a store without a server.
    case .shared: "(0)"
    case .orphan: "(item.link_count = 0 AND item.is_listed = 1)"
    case .todo: text(openBoxes)
    case .done: text("\(closedBoxes) AND NOT \(openBoxes)")
    }
  }

  static func condition(of content: SearchTerm.Content) -> String {
    switch content {
    case .attachment: "(item.attachment_count > 0)"
    case .link:
      """
      (EXISTS (SELECT 1 FROM edge WHERE edge.source = item.key AND edge.type = 'references')
        OR EXISTS (SELECT 1 FROM unresolved_link WHERE unresolved_link.item = item.key)
        OR \(text("instr(body, '://')")))
      """
    case .todo: text("(\(openBoxes) OR \(closedBoxes))")
    case .code: text("(instr(body, '```') OR instr(body, '~~~'))")
    case .tag: "(item.tags <> '')"
    }
  }

  private static func text(_ condition: String) -> String {
    "EXISTS (SELECT 1 FROM item_text WHERE item_text.item = item.key AND \(condition))"
  }

  private static func tagged(_ tag: String) -> String {
    """
    item.key IN (SELECT item FROM item_tag
      WHERE tag = (SELECT key FROM tag WHERE name = '\(tag)'))
    """
  }
}
