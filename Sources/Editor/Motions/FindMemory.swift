/// The character that was looked for last, for `;` and `,`.
struct FindMemory: Sendable {
  /// How it was looked for, and the character; nil before the first.
  private(set) var last: (motion: Motion, character: Character)?

  /// Remembers a search for a character.
  mutating func remember(_ motion: Motion, _ character: Character) { last = (motion, character) }
}
