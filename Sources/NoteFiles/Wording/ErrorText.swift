import Foundation
import TerminalUI

/// Sentences about errors for the status line; the command line says the same words.
package enum ErrorText {
  /// What went wrong, ending with a full stop; everything untrusted in it is made visible.
  package static func sentence(for error: any Error) -> String {
    let message = CommandFailure(error).message ?? "It was interrupted"
    var text = message.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.hasSuffix("."), !text.hasSuffix("?"), !text.hasSuffix("!") { text += "." }
    return TextWidth.visible(text)
  }
}
