import MarfaSDK
import NoteFiles

/// Why a run cannot go on.
extension SyncRun {
  /// Refuses to go on where only a person can take away what keeps the engine from working.
  func refuse(_ obstacle: ConnectionObstacle?) throws {
    switch obstacle {
    case nil, .readOnly, .paused, .serverError, .tooManyRequests: return
    case .signedOut:
      throw CommandFailure(
        .auth, "The server does not know the key; `marfa login` takes another one.")
    case .otherServer:
      throw CommandFailure(
        .refused,
        "Another server answers at \(server.settings.url ?? "the address") than the one these "
          + "notes belong to; nothing was sent. `marfa login --move` gives it the notes.")
    case .refused(let message): throw CommandFailure(.refused, "The server refuses: \(message)")
    }
  }

  static func readOnly(_ counts: SyncCounts) -> CommandFailure {
    let stays = SyncWords.number(counts.pending, "change stays", "changes stay")
    return CommandFailure(.refused, "The key may only read: \(stays) here.")
  }

  static func otherIsOffline(_ obstacle: String?) -> CommandFailure {
    let standing =
      switch obstacle {
      case ConnectionObstacle.paused.word: "is paused"
      case ConnectionObstacle.signedOut.word: "is signed out"
      case ConnectionObstacle.serverErrorWord: "the server answers it with an error"
      case ConnectionObstacle.tooManyRequestsWord: "the server asks it to wait"
      case nil: "has no connection now"
      default: "the server refuses to work with it"
      }
    return CommandFailure(
      obstacle == ConnectionObstacle.signedOut.word ? .auth : .offline,
      "Another program syncs these notes, and \(standing).")
  }
}
