/// What somebody added to a text in one place, and nothing else.
package struct TextAddition {
  private let before: ArraySlice<UInt8>
  private let added: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>

  /// Looks for what was added; nil when something was taken away or nothing was added.
  package init?(from old: String, to new: String) {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    guard new.count > old.count else { return nil }
    let before = zip(old, new).prefix { $0 == $1 }.count
    guard new.suffix(old.count - before) == old[before...] else { return nil }
    self.before = new[..<before]
    added = new[before..<(before + new.count - old.count)]
    after = new[(before + new.count - old.count)...]
  }

  /// Whether a text has the addition, too, at the same place; more may have been typed after it.
  package func isIn(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return text.count >= before.count + added.count + after.count
      && text.starts(with: before) && text.dropFirst(before.count).starts(with: added)
      && text.suffix(after.count) == after
  }
}
