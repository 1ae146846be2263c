extension ConfigurationStore {
  /// Writes the saved searches into the configuration file; all else in it stays.
  ///
  /// - Parameter searches: All searches.
  /// - Throws: What the file system or the configuration file has against it; nothing is changed.
  package func set(searches: [SavedSearch]) throws {
    let entries = searches.map { "\(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.query))" }
    try set("searches", to: "{" + entries.joined(separator: ", ") + "}")
  }
}

extension [SavedSearch] {
  /// The searches with others in the place of those of their names; new names come last.
  package func replacing(_ changed: [SavedSearch]) -> [SavedSearch] {
    var searches = self
    for search in changed {
      if let index = searches.firstIndex(where: { $0.name == search.name }) {
        searches[index] = search
      } else {
        searches.append(search)
      }
    }
    return searches
  }
}
