import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// The note that a new store begins with.
package enum Welcome {
  /// Its text: what to press first.
  package static let text = """
    # Welcome to marfa

    Your notes live here. They are saved on this machine as you type, online or not.

    - **n** writes a new note, **i** edits this one, **Esc** takes you back out
    - **/** filters the list as you type, **Space f** goes to anything
    - **t** tags a note, **#** shows all tags
    - **?** lists what you can do here and does it for you

    Already have notes in files? Quit with **Q**, then run:

        marfa import md ~/Notes

    - [ ] press `n` and write your first note

    """

  /// Creates the note if the store has never had an item; one of a server gets its notes from
  /// there.
  ///
  /// - Parameters:
  ///   - client: The notes.
  ///   - directories: Where it is noted that the store has been welcomed.
  /// - Throws: What the store has against it; nothing is created then.
  package static func createIfNew(
    in client: LocalClient, directories: ApplicationDirectories
  ) async throws {
    let mark = WelcomeNote(directories: directories)
    guard !mark.wasMade else { return }
    var id: String?
    if try await client.items.list(ListFilters(limit: 1)).data.isEmpty,
      try await client.store.server() == nil
    {
      id = try await client.items.create(
        CreateItemInput(type: "core.note", properties: ["body": .string(text)])
      ).id
    }
    try mark.remember(id)
  }
}
