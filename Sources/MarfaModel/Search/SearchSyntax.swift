/// The fields of a query, as the search reads them and the manual lists them.
package enum SearchSyntax {
  /// A field, and what `field:value` finds.
  package struct Field: Hashable, Sendable {
    /// The name before the colon.
    package let name: String
    /// What is found, in a few words.
    package let meaning: String
  }

  /// All fields.
  package static let fields: [Field] = [
    Field(name: "title", meaning: "notes with the word in their title"),
    Field(name: "body", meaning: "notes with the word in their text"),
    Field(name: "tag", meaning: "notes with the tag, or one below it; #tag is the same"),
    Field(
      name: "notebook", meaning: "notes in the notebook of a title or path, and in those in it"),
    Field(name: "in", meaning: "the same as notebook"),
    Field(name: "is", meaning: choices(SearchTerm.State.allCases.map(\.rawValue))),
    Field(name: "has", meaning: choices(SearchTerm.Content.allCases.map(\.rawValue))),
    Field(name: "link", meaning: "notes that link to the note of a title, or from it"),
    Field(name: "to", meaning: "notes that link to the note of a title"),
    Field(name: "from", meaning: "notes that the note of a title links to"),
    Field(name: "on", meaning: "notes that were edited or created at a date"),
    Field(name: "before", meaning: "notes from before a date"),
    Field(name: "after", meaning: "notes from after a date"),
    Field(name: "edited", meaning: "notes that were edited at a date"),
    Field(name: "created", meaning: "notes that were created at a date"),
    Field(name: "by", meaning: "notes that a person wrote"),
    Field(name: "type", meaning: "items of a type, such as core.note"),
    Field(name: "size", meaning: "notes of a size, such as >1M or <2k"),
  ]

  private static func choices(_ words: [String]) -> String {
    "one of " + words.joined(separator: ", ")
  }
}
