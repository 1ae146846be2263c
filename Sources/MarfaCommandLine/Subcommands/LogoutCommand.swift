import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// Forgets the key of the server, and with `--wipe` the notes.
struct LogoutCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "Forget the key of the server.",
    discussion: """
      The notes stay, and what you change is kept for the next login. --wipe also removes the \
      notes, their backups, undo history, drafts and the log of syncing from this machine; it says \
      what is not on the server and asks on a terminal, and needs --yes elsewhere.
      """)

  @Flag(help: "Also remove the notes from this machine.")
  var wipe = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @Flag(name: .customLong("no-input"), help: "Never ask.")
  var isNonInteractive = false

  func run(in session: CommandSession) async throws {
    let server = ServerSession(session)
    if wipe { try await confirm(server) }
    if let url = server.settings.url { try await server.credentials.forget(url) }
    if wipe { try WipedFiles(session.directories).remove() }
    if server.settings.tokenCommand != nil {
      session.output.note("server.token_command is still set and gives the key again.")
    }
    session.output.note(
      wipe ? "Signed out; the notes were removed from this machine." : "Signed out.")
  }

  private func confirm(_ server: ServerSession) async throws {
    let session = server.session
    if EngineReport.read(server.lockPath)?.isDriven == true {
      throw CommandFailure(
        .failure, "Another program syncs these notes; close it first. Nothing was removed.")
    }
    if RunMark.isRunning(in: session.directories) {
      throw CommandFailure(.failure, "marfa is open; close it first. Nothing was removed.")
    }
    if session.hasNotes {
      for line in try await UnsentNotes(try await session.openNotes().store).lines() {
        session.output.note(line)
      }
    }
    if yes { return }
    if isNonInteractive || !session.host.streams.isInputTerminal {
      throw CommandFailure(.usage, "--wipe removes the notes; confirm with --yes.")
    }
    guard session.answer("Remove all notes from this machine?") == true else {
      throw CommandFailure(.failure, "Nothing was removed.")
    }
  }
}
