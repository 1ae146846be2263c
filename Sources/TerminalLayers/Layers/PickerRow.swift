/// One thing that a picker offers.
package struct PickerRow: Hashable {
  /// What is chosen; unique within the picker.
  package var id: String
  /// What the person reads.
  package var title: String
  /// A word at the right: a key, a count, a time.
  package var detail: String
  /// Why it cannot be chosen now; nil when it can.
  package var unavailableReason: String?
  /// Whether it has a check mark, in pickers that toggle.
  package var isChecked: Bool?
  /// The characters of the title that the text matched, by index.
  package var matches: [Int]
  /// What its group is called; nil for a row without one.
  package var heading: String?

  package init(
    id: String, title: String, detail: String = "", unavailableReason: String? = nil,
    isChecked: Bool? = nil, matches: [Int] = [], heading: String? = nil
  ) {
    self.id = id
    self.title = title
    self.detail = detail
    self.unavailableReason = unavailableReason
    self.isChecked = isChecked
    self.matches = matches
    self.heading = heading
  }
}
