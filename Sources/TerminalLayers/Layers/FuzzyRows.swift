import MarfaSDK

/// Narrowing a few rows by what is typed.
package enum FuzzyRows {
  /// The rows whose titles match, best first and so in no groups, with the matched characters; all
  /// as they are for an empty text.
  package static func matching(_ rows: [PickerRow], _ text: String) -> [PickerRow] {
    guard !text.isEmpty else { return rows }
    var matcher = FuzzyMatcher(index: FuzzyIndex(titles: rows.map(\.title)))
    return matcher.matches(for: text, limit: rows.count).map { match in
      var row = rows[match.index]
      row.heading = nil
      row.matches = FuzzyMatcher.emphasis(of: text, in: row.title)
      return row
    }
  }
}
