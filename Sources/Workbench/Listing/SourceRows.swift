import MarfaSDK
import Settings

/// The lines of the sources pane, made from what the queries say.
package struct SourceRows {
  /// The lines from the top.
  package private(set) var rows: [SourceRow] = []

  /// Builds the lines.
  ///
  /// - Parameters:
  ///   - counts: How many notes each place has.
  ///   - notebooks: The notebooks as a tree, in the order to show.
  ///   - collapsed: Ids of the notebooks whose children are hidden.
  ///   - savedSearches: The searches with a name.
  ///   - searchCounts: How many notes each of them finds, by its name, as far as it is known.
  ///   - tags: The tags, most used first; the first twelve are shown.
  ///   - waiting: How many conflicts and refused changes wait; nil where there can be none.
  ///   - selectedTag: The tag whose notes the list shows, which is shown in any case.
  package init(
    counts: SourceCounts, notebooks: [Notebook], collapsed: Set<String>,
    savedSearches: [SavedSearch], searchCounts: [String: Int] = [:], tags: [TagWithCount],
    waiting: (conflicts: Int?, refused: Int?) = (nil, nil), selectedTag: String? = nil
  ) {
    add(.all, counts.notes)
    add(.inbox, counts.inbox)
    add(.today, counts.today)
    add(.favourites, counts.favourites)
    add(.orphans, counts.orphans)
    addNotebooks(notebooks, collapsed: collapsed)
    if !savedSearches.isEmpty {
      addHeading("Searches")
      for search in savedSearches {
        add(.savedSearch(name: search.name, query: search.query), searchCounts[search.name])
      }
    }
    addTags(tags, selected: selectedTag)
    rows.append(SourceRow(.blank))
    if let conflicts = waiting.conflicts { add(.conflicts, conflicts) }
    if let refused = waiting.refused { add(.refused, refused) }
    add(.archive, counts.archived)
    add(.trash, counts.trash)
  }

  private mutating func addNotebooks(_ notebooks: [Notebook], collapsed: Set<String>) {
    guard !notebooks.isEmpty else { return }
    addHeading("Notebooks")
    var waiting = notebooks.reversed().map { ($0, depth: 0) }
    while let (notebook, depth) = waiting.popLast() {
      let isCollapsed = collapsed.contains(notebook.id)
      rows.append(
        SourceRow(
          .source(
            .notebook(id: notebook.id, title: notebook.title), count: notebook.totalCount),
          depth: depth, isExpanded: notebook.children.isEmpty ? nil : !isCollapsed))
      if !isCollapsed {
        waiting += notebook.children.reversed().map { ($0, depth: depth + 1) }
      }
    }
  }

  private mutating func addTags(_ tags: [TagWithCount], selected: String?) {
    guard !tags.isEmpty || selected != nil else { return }
    addHeading("Tags")
    let first = tags.prefix(12)
    for tag in first { add(.tag(tag.tag), tag.count) }
    if let selected, !first.contains(where: { $0.tag == selected }) {
      add(.tag(selected), tags.first { $0.tag == selected }?.count)
    }
    let others = tags.count - rows.count { $0.source?.tag != nil }
    if others > 0 { rows.append(SourceRow(.more(others))) }
  }

  private mutating func addHeading(_ text: String) {
    rows.append(SourceRow(.blank))
    rows.append(SourceRow(.heading(text)))
  }

  private mutating func add(_ source: Source, _ count: Int?) {
    rows.append(SourceRow(.source(source, count: count)))
  }
}
