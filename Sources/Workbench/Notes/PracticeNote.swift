import MarfaSDK

/// A note that is its own lesson: what it says can be tried on it.
package enum PracticeNote {
  /// The title by which it is found again.
  package static let title = "Practice"

  /// Its text.
  package static let text = """
    # Practice

    Nothing here matters: try everything. **Esc** always steps out, **u** undoes.

    ## 1. Reading

    - **j** and **k**, or the arrows, go down and up; **Ctrl-d** goes half a screen
    - **Tab** goes to the next link, **Enter** follows it, **Ctrl-o** comes back
    - **g o** shows the headings of this note: go to the third one

    ## 2. Writing

    Press **i** and type. **Esc** ends typing: now keys are commands, and **i** types again. Another
    **Esc** ends the editing. Everything is stored as you type.

    - [ ] check this task with **Ctrl-Space**
    - [ ] write `[[` and choose a note: that is a link
    - [ ] write `#` and choose a tag

    ## 3. Finding

    - **/** filters the list while you type: words, `"a phrase"`, `tag:birds`, `-without`
    - **Space f** goes to any note by parts of its title; a new title makes a new note
    - **#** shows all tags

    ## 4. Order

    - **t** tags this note, **m** moves it to a notebook, **p** adds it to the favourites
    - **x** moves it to the trash, **u** brings it back
    - **?** lists what you can do here and does it for you

    """

  /// The id of the note, which is made when there is none of the title.
  ///
  /// - Parameter client: The notes.
  /// - Returns: The id.
  /// - Throws: What the store has against it.
  package static func findOrCreate(in client: LocalClient) async throws -> String {
    if let id = try await client.store.linkedItem(title, as: .name, from: nil) { return id }
    return try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": .string(text)])
    ).id
  }
}
