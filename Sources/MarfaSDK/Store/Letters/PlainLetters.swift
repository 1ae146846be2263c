import MarfaModel

/// What every fold of a search ends with: plain letters for those that nobody has a key for.
package enum PlainLetters {
  /// The text with them; idempotent.
  ///
  /// - Parameter text: The text to look in, or to look for.
  /// - Returns: The text as it is compared.
  package static func fold(_ text: String) -> String { FormFold.fold(LetterFold.fold(text)) }

  /// Whether a text has other letters, so that its fold differs.
  package static func differs(_ text: String) -> Bool {
    LetterFold.hasLetters(text) || FormFold.hasForms(text)
  }
}
