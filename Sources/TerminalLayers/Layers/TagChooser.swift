import MarfaSDK
import Workbench

/// The tags of some notes as rows with check marks; Enter toggles, and creates what is new.
@MainActor package final class TagChooser: PickerSource {
  private let tags: TagsQuery
  private var checked: Set<String>
  private var text = ""
  private let set: @MainActor (_ tag: String, _ isThere: Bool) -> Void

  /// Offers all tags, those that the notes have first.
  ///
  /// - Parameters:
  ///   - tags: All tags; stopped when the box is left.
  ///   - checked: The tags that all of the notes have.
  ///   - set: Gives the notes a tag, or takes it away.
  package init(
    tags: TagsQuery, checked: Set<String>,
    set: @escaping @MainActor (_ tag: String, _ isThere: Bool) -> Void
  ) {
    self.tags = tags
    self.checked = checked
    self.set = set
  }

  package var emptyText: String {
    newTag.map { "Enter adds the new tag #\($0)." } ?? "Type a tag name; Enter adds it."
  }

  package var invitation: String { "type to filter, or a new tag" }
  package var isReading: Bool { tags.isLoading }
  package func finishReading() async { await tags.settle() }
  package func update(text: String) { self.text = text }

  package var rows: [PickerRow] {
    let shown = tags.shown
    let known = shown.map(\.tag)
    let counts = Dictionary(shown.map { ($0.tag, $0.count) }) { first, _ in first }
    let extra = checked.subtracting(known + [TagRules.favorite]).sorted()
    let rows = (extra + known).map { tag in
      PickerRow(
        id: tag, title: "#" + tag,
        detail: counts[tag].map { "\($0)" } ?? "",
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
    set(row.id, adds)
    return .clear
  }

  package func cancelled() { tags.stop() }
}
