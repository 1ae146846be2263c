import MarfaSDK

/// The tags of some notes as rows with check marks; Enter toggles, and creates what is new.
@MainActor package final class TagChooser: PickerSource {
  private unowned let application: Application
  private let ids: [String]
  private let tags: TagsQuery
  private var checked: Set<String>
  private var text = ""

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - application: Whose notes.
  ///   - ids: The notes that get or lose tags.
  ///   - checked: The tags that all of them have.
  package init(application: Application, ids: [String], checked: Set<String>) {
    self.application = application
    self.ids = ids
    self.checked = checked
    tags = application.store.queryTags()
  }

  package var emptyText: String {
    newTag.map { "Enter adds the new tag #\($0)." } ?? "Type a tag name; Enter adds it."
  }

  package var isReading: Bool { tags.isLoading }
  package func finishReading() async { await tags.settle() }
  package func update(text: String) { self.text = text }

  package var rows: [PickerRow] {
    let known = tags.tags.map(\.tag)
    let extra = checked.subtracting(known).sorted()
    let rows = (extra + known).map { tag in
      PickerRow(
        id: tag, title: "#" + tag,
        detail: tags.tags.first { $0.tag == tag }.map { "\($0.count)" } ?? "",
        isChecked: checked.contains(tag))
    }
    let matching = FuzzyRows.matching(rows, text)
    guard let newTag, !known.contains(newTag), !checked.contains(newTag) else { return matching }
    return matching + [PickerRow(id: newTag, title: "#" + newTag, detail: "new", isChecked: false)]
  }

  private var newTag: String? { text.isEmpty ? nil : TagRules.normalize(text) }

  package func choose(_ row: PickerRow, text: String) -> PickerOutcome {
    let adds = checked.symmetricDifference([row.id]).contains(row.id)
    checked.formSymmetricDifference([row.id])
    application.setTag(row.id, on: ids, isThere: adds)
    return .clear
  }

  package func cancelled() { tags.stop() }
}
