import TerminalUI

/// Joins keys that came together and type one grapheme cluster, such as an emoji of several
/// code points from an input method.
public enum GraphemeJoiner {
  /// The events, with runs of unmodified characters that combine put together.
  public static func join(_ inputs: [TerminalInput]) -> [TerminalInput] {
    guard inputs.contains(where: { !isPlainASCII($0) }) else { return inputs }
    var result: [TerminalInput] = []
    for input in inputs {
      if let next = character(input), let last = result.last, let previous = character(last) {
        let joined = String(previous) + String(next)
        if joined.count == 1, let cluster = joined.first {
          result[result.count - 1] = .event(.key(KeyEvent(cluster)))
          continue
        }
      }
      result.append(input)
    }
    return result
  }

  private static func character(_ input: TerminalInput) -> Character? {
    guard case .event(.key(let event)) = input, event.modifiers.isEmpty,
      case .character(let character) = event.key
    else { return nil }
    return character
  }

  private static func isPlainASCII(_ input: TerminalInput) -> Bool {
    character(input)?.isASCII ?? true
  }
}
