/// The conditions of `is:` and `has:`, which have no arguments.
enum SearchConditions {
  // Reading a text as Markdown is slow, so it is done only where the marks of a link are found.
  private static let linkMark =
    "(instr(body, '://') OR instr(body, '](') OR instr(body, '<'))"
  // Only a text with a box is read as Markdown, which costs more than to look for one.
  private static let openBox = "instr(body, '[ ]')"
  private static let closedBox = "(instr(body, '[x]') OR instr(body, '[X]'))"

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
    case .todo: text("\(openBox) AND marfa_tasks(body) & 1")
    case .done: text("\(closedBox) AND marfa_tasks(body) = 2")
    }
  }

  static func condition(of content: SearchTerm.Content) -> String {
    switch content {
    case .attachment: "(item.attachment_count > 0)"
    case .link:
      """
      (EXISTS (SELECT 1 FROM edge WHERE edge.source = item.key AND edge.type = 'references')
        OR EXISTS (SELECT 1 FROM unresolved_link WHERE unresolved_link.item = item.key)
        OR \(text("\(linkMark) AND marfa_has_link(body)")))
      """
    case .todo: text("(\(openBox) OR \(closedBox)) AND marfa_tasks(body) > 0")
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
