import NoteFiles

/// Sentences about what became of a copy.
package enum ClipboardText {
  /// What should be said, or nil when the copy simply worked.
  package static func remark(for outcome: Clipboard.Outcome) -> String? {
    switch outcome {
    case .copied: nil
    case .maybeCut(let bytes):
      "Copied, but many terminals cut text over 74 KB; this is \(bytes / 1024) KB."
    case .inside: "Copied inside marfa only: the clipboard is off."
    case .failed(let program, let reason): "\(program) could not copy: \(reason)."
    }
  }
}
