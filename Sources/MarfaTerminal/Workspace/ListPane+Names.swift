import MarfaSDK

/// What becomes of a list when a name that it goes by changes, or is none.
extension ListPane {
  /// Shows the notes of a tag under its new name, if the list shows them, with the same one selected.
  func follow(_ tag: String, renamedTo name: String) {
    guard source == .tag(tag) else { return }
    let (filter, id) = (filter, selectedRow?.id)
    application.workspace.sources.select(.tag(name))
    setFilter(filter)
    if let id { select(id: id) }
  }

  /// Looks whether the notebooks that the filter names are there, which costs nothing without any.
  func findMissingNotebooks(of query: SearchQuery) {
    guard query.namesNotebook else { return }
    let filter = filter
    application.perform("Looking for the notebook") { [self] in
      let missing = try await application.client.store.missingNotebooks(of: query)
      if self.filter == filter { missingNotebooks = missing }
    }
  }
}
