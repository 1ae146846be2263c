import MarfaSDK

/// What the list can be sorted by, with the words of the command line.
package enum SortChoice: String, CaseIterable {
  case edited
  case created
  case time
  case title

  /// The order as the store knows it.
  package var sort: ListFilters.Sort {
    switch self {
    case .edited: .editedAt
    case .created: .createdAt
    case .time: .timestamp
    case .title: .title
    }
  }

  /// What the person reads.
  package var title: String {
    switch self {
    case .edited: "Last change"
    case .created: "Creation"
    case .time: "Time of the note"
    case .title: "Title"
    }
  }
}
