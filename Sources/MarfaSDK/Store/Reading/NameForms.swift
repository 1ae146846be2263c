/// What else than ids a name may be.
package struct NameForms: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  package let rawValue: UInt8

  /// The forms of the bits that are set.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The whole title of a note, in capitals or small letters.
  package static let titles = NameForms(rawValue: 1 << 0)
  /// The first characters of an id or of a short id.
  package static let beginnings = NameForms(rawValue: 1 << 1)
  /// The title or the path of a notebook in the trash.
  package static let trashedNotebooks = NameForms(rawValue: 1 << 2)
}
