/// An event that takes longer than a key may, to be done away from the main actor.
///
/// The application runs it and hands what comes of it to `Editor.finish(_:at:)`. Cancelling the
/// task ends it; the editor has stayed as it was before the event.
public struct EditorWork: Sendable {
  /// Which work of the editor it is; only the last one is waited for.
  let number: Int
  let event: EditorEvent
  let time: Duration
  /// The editor before the event.
  let editor: Editor

  /// The most steps that work may take, about microseconds; what takes more is refused.
  public static let longest = 60_000_000

  /// Does the event; costs up to a minute.
  ///
  /// - Parameter steps: The most steps.
  /// - Returns: What came of it; nil when the task was cancelled.
  @concurrent public func run(steps: Int = EditorWork.longest) async -> EditorWorkResult? {
    var editor = editor
    editor.meter.limit(to: steps, isCancellable: true)
    let effects = editor.perform(event, at: time)
    if Task.isCancelled { return nil }
    switch editor.meter.state {
    case .going:
      editor.meter.lift()
      return EditorWorkResult(number: number, outcome: .done(editor, effects))
    case .spent: return EditorWorkResult(number: number, outcome: .refused(.tooMuchWork))
    case .tooLarge: return EditorWorkResult(number: number, outcome: .refused(.tooLarge))
    }
  }
}

extension EditorWork: Hashable {
  /// Whether both are the same work of one editor.
  public static func == (left: EditorWork, right: EditorWork) -> Bool {
    left.number == right.number
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What came of an `EditorWork`.
public struct EditorWorkResult: Sendable {
  /// How it ended.
  enum Outcome: Sendable {
    /// The editor after the event, and what the application is to do.
    case done(Editor, [EditorEffect])
    /// Nothing was done, for a reason.
    case refused(EditorMessage)
  }

  let number: Int
  let outcome: Outcome
}
