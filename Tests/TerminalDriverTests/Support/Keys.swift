import TerminalDriver
import TerminalUI

/// Short names of inputs for tables.
func key(_ key: Key, _ modifiers: KeyModifiers = []) -> TerminalInput {
  .event(.key(KeyEvent(key, modifiers: modifiers)))
}

/// A character key.
func key(_ character: Character, _ modifiers: KeyModifiers = []) -> TerminalInput {
  key(.character(character), modifiers)
}

/// What a decoder makes of a text, and of silence after it.
func decoded(
  _ text: String, configuration: KeyDecoder.Configuration = KeyDecoder.Configuration()
) -> [TerminalInput] {
  var decoder = KeyDecoder(configuration)
  return decoder.decode(text.utf8) + decoder.timeout()
}
