import MarfaSDK
import NoteEditing
import NoteFiles
import NoteReading
import TerminalLayers
import Workbench

/// Reading the note that is wanted from the store.
extension NotePane {
  /// Reads the note again, as after a change from here that did not go through the editor.
  package func reload() {
    guard let id = wantedId else { return }
    load(id: id)
  }

  func load(id: String) {
    wantedId = id
    loading?.cancel()
    if showAhead(id: id) { return }
    reads += 1
    loading = Task { [weak self] in
      guard let self else { return }
      do {
        var note = NoteContent(try await context.client.store.noteText(id: id))
        guard !Task.isCancelled, wantedId == id else { return }
        // What is edited keeps its id to the end, whatever a server calls it.
        note.id = id
        await arrived(note)
        ahead.rest(beside: list.neighbours)
      } catch is CancellationError {
        // Another note is wanted.
      } catch {
        context.messages.error("The note cannot be read: \(ErrorText.sentence(for: error))")
      }
      context.host.requestFrame()
    }
  }

  /// Asks the server for unreported changes of a note that the person opens.
  func ask(aboutOpened id: String) {
    tasks.asking?.cancel()
    tasks.asking = Task { [context] in await context.sync.opened(noteId: id) }
  }

  /// Shows a note that was read ahead, if it was, and if nothing of it waits to be stored.
  private func showAhead(id: String) -> Bool {
    guard content?.id != id, sessions.unsaved[id] == nil, let row = list.selectedRow, row.id == id,
      let note = ahead.note(of: row)
    else { return false }
    loading = nil
    display(note, stored: note)
    ahead.rest(beside: list.neighbours)
    return true
  }

  /// Waits until the wanted note is there and laid out.
  package func finishLoading() async {
    await live?.finish()
    await ahead.finish()
    await loading?.value
    await tasks.leaving?.value
    await rendering.finish()
    await images.finish()
    await drawnPictures.finish()
    await embeds.finish()
    await hitSearch.finish()
    await tasks.searching?.value
    await tasks.working?.value
    await tasks.asking?.value
    await drawer?.finishLoading()
    await attachments?.finishLoading()
  }

  private func arrived(_ stored: NoteContent) async {
    var note = stored
    if let unsaved = sessions.unsaved[note.id], unsaved !== session {
      // What could not be stored yet is what the person wrote last.
      note.body = await unsaved.text()
      guard wantedId == note.id else { return }
    }
    display(note, stored: stored)
  }

  /// Shows a note.
  ///
  /// - Parameters:
  ///   - note: What the person sees of it.
  ///   - stored: What the store has of it.
  private func display(_ note: NoteContent, stored: NoteContent) {
    let isOther = content?.id != note.id
    content = note
    live?.awaited = nil
    if isOther {
      reader = NoteReader(document: RenderedDocument())
      toggledCallouts = []
      rendering.cancel()
      hitSearch = HitSearch()
      closeDrawers()
      watch(note.id)
    } else {
      session?.observed(TextBase(text: stored.body, token: stored.token))
    }
    restedTitle.end()
    context.setTitle(note.displayTitle)
    follow()
  }
}
