import Editor
import MarfaSDK

/// Changes made elsewhere, and the note's document once it can be had.
extension NoteSession {
  /// Opens the document of a note whose text another source stores until now.
  package typealias Joining = @MainActor (_ former: TextHandOver) async -> DocumentText?

  /// Goes on with the note's document if it can be had now; called whenever that may have changed.
  ///
  /// Nothing is stored while it is being opened, so that the document has all of the stored text.
  package func join() {
    guard joining != nil, !isShared, !hasLeft, !isRefused else { return }
    wantsDocument = true
    take(.arrived)
  }

  /// How often a merge is repeated because the person typed where the other change is.
  private static let repetitions = 3

  /// Merges changes made elsewhere into the text; the cursor stays on its character.
  func merge() async {
    let former = await changeSource()
    for attempt in 1...Self.repetitions {
      typedSince = []
      guard var merge = await source.merge(onto: editor.buffer),
        former == nil || !merge.hasContradictions
      else { break }
      let typed = typedSince ?? []
      merge.edits.rebase(over: typed)
      if merge.edits.isTouched, attempt < Self.repetitions { continue }
      typedSince = nil
      apply(merge, typed: typed)
      return
    }
    typedSince = nil
    if let former {
      // The document would lose what contradicts the text, and nobody would know.
      let document = source
      source = former
      await document.end()
    }
    take(.merged(differs: machine.isDirty))
    endIfDone()
  }

  /// Changes the text and its base together, without suspending in between.
  private func apply(_ merge: ForeignMerge, typed: [TextChange]) {
    editor.apply(foreign: merge.edits.changes)
    source.accept(merge, leadingTo: editor.buffer)
    words.count(editor.buffer)
    host.drawSoon()
    take(.merged(differs: merge.differs || !typed.isEmpty))
    if source.hasArrival { take(.arrived) }
    host.sessionRested(self)
    endIfDone()
  }

  /// Lets the note's document take the place of the source if it is wanted and can be had; its text
  /// is then to be merged.
  ///
  /// - Returns: The former source; nil when it stays.
  private func changeSource() async -> (any NoteTextSource)? {
    guard wantsDocument else { return nil }
    wantsDocument = false
    guard !isShared, let joining, let left = source.handOver, let document = await joining(left)
    else { return nil }
    guard !hasLeft, machine.state != .abandoned else {
      await document.end()
      return nil
    }
    let former = source
    source = document
    document.begin(for: self)
    return former
  }
}
