import Foundation
import MarfaSDK

/// A list as the store's windows know it.
package struct Listing: Hashable {
  /// Conditions besides the query, and the order.
  package var filters: ListFilters
  /// The place.
  package var scope: ListScope
  /// What is looked for; without an expression everything is shown.
  package var query: SearchQuery

  /// A list of a place, what is looked for there, and the order.
  package init(filters: ListFilters, scope: ListScope, query: SearchQuery) {
    (self.filters, self.scope, self.query) = (filters, scope, query)
  }

  /// Whether active or archived notes can be in the list.
  package func holds(_ state: ItemState) -> Bool {
    let isSearched = query.expression != nil || !filters.tags.isEmpty
    let only = filters.state ?? scope.state(isSearched: isSearched)
    return only == nil || only == state
  }

  /// A window on the list; the caller stops it.
  @MainActor package func window(in store: MarfaStore) -> ItemWindow {
    query.expression == nil
      ? store.queryWindow(filters: filters, scope: scope)
      : store.queryWindow(search: query, filters: filters, scope: scope)
  }

  /// Makes a window show the list; its rows stay until the new ones are read.
  @MainActor package func show(in window: ItemWindow, of store: MarfaStore) {
    if query.expression == nil {
      store.show(filters, scope: scope, in: window)
    } else {
      store.show(search: query, filters: filters, scope: scope, in: window)
    }
  }
}

extension Source {
  /// The place as the store's windows know it.
  package func scope(now: Date, calendar: Calendar) -> ListScope {
    switch self {
    case .all, .tag, .archive, .savedSearch: .notes
    case .inbox: .inbox
    case .today: .changed(since: Timestamp(calendar.startOfDay(for: now)))
    case .favourites: .favourites
    case .orphans: .orphans
    case .trash: .trash
    case .conflicts: .conflicts
    case .refused: .refused
    case .notebook(let id, _): .notebook(id)
    }
  }

  /// What an empty list says: what would be here, and how it gets here.
  package var emptyText: String {
    switch self {
    case .all: "No notes yet. Press n to write the first one."
    case .inbox: "The inbox is empty: every note is in a notebook."
    case .today: "No notes changed today."
    case .favourites: "No favourites yet. Press p on a note to add it here."
    case .orphans: "Every note is linked to another."
    case .archive: "The archive is empty. Press a on a note to put it here."
    case .trash: "No note is in the trash."
    case .conflicts: "No conflicts: what both sides changed is merged."
    case .refused: "The server refused nothing."
    case .notebook: "This notebook is empty. Press n to write its first note."
    case .tag(let tag): "No note has the tag #\(tag)."
    case .savedSearch(let name, _): "Nothing matches @\(name)."
    }
  }

  /// Whether both are the same place, whatever their titles.
  package func isSamePlace(as other: Source) -> Bool {
    if case .notebook(let id, _) = self, case .notebook(let otherId, _) = other {
      return id == otherId
    }
    if case .savedSearch(let name, _) = self, case .savedSearch(let otherName, _) = other {
      return name == otherName
    }
    return self == other
  }
}

extension [Notebook] {
  /// All notebooks of the trees with their depths, each before its children.
  package var flattened: [(notebook: Notebook, depth: Int)] {
    var result: [(notebook: Notebook, depth: Int)] = []
    var waiting = reversed().map { (notebook: $0, depth: 0) }
    while let next = waiting.popLast() {
      result.append(next)
      waiting += next.notebook.children.reversed().map { ($0, next.depth + 1) }
    }
    return result
  }
}
