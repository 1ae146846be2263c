import Foundation
import NoteFiles
import Operations

/// The state of an answer of the server, in words: being asked for, out of date, or not to be had.
@MainActor struct ServerStanding {
  /// What is said in place of an answer; nil when there is one.
  let absence: String?
  /// What is said next to an answer; nil when it is as the server has it.
  let remark: String?

  /// Reads the state of a question.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - hasAnswer: Whether there is an answer, of whatever age.
  ///   - relativeTime: Says how long ago it came.
  init(_ state: some OperationState, hasAnswer: Bool, relativeTime: (Date) -> String) {
    let reason = state.error.map { ErrorText.sentence(for: $0) }
    let age = state.valueLastUpdatedAt.map { "as of " + relativeTime($0) }
    guard hasAnswer else {
      let asking = "Asking the server …"
      absence = state.isLoading ? asking : reason ?? asking
      remark = nil
      return
    }
    absence = nil
    if state.isLoading {
      remark = [age, "asking again …"].compactMap(\.self).joined(separator: ", ")
    } else {
      remark = reason.map { reason in
        age.map { "\($0); asking again failed: \(reason)" } ?? reason
      }
    }
  }
}
