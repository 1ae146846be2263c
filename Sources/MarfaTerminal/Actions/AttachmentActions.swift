import Foundation
import MarfaSDK
import NoteFiles
import TerminalLayers
import TerminalUI

/// Attaching files to notes, and opening those that they have.
@MainActor package struct AttachmentActions {
  let context: Context
  let workspace: Workspace
  let boxes: Boxes

  /// Asks for a path, with the names of files on Tab, and attaches the file to the selected note; a
  /// path of nothing that can be attached stays to be mended.
  func ask() {
    guard let note = workspace.selectedNote else { return }
    let folders = FolderEntries(context: context)
    folders.prepare("")
    boxes.layers.push(
      LinePrompt(
        context: context, title: "Attach file", remark: { folders.remark(about: $0) },
        completions: { folders.completions(of: $0) }, changed: { folders.prepare($0) },
        objection: { text in
          text.isEmpty
            ? nil
            : await context.files.objection(
              to: folders.absolute(TypedPath.meant(text)), for: note.id)
        }
      ) { text in
        guard !text.isEmpty else { return }
        attach(folders.absolute(TypedPath.meant(text)), to: note.id)
      })
  }

  /// Offers to attach a file whose path was pasted outside a text, if it is one.
  ///
  /// - Parameter text: What was pasted.
  /// - Returns: Whether it may be such a path.
  func offer(pasted text: String) -> Bool {
    guard let path = TypedPath.pasted(text), boxes.layers.layers.isEmpty,
      let note = workspace.selectedNote, note.state != .trashed
    else { return false }
    context.work.performHolding("Looking for the pasted path") {
      guard let size = await TypedPath.sizeOfFile(path) else {
        return context.messages.notice("Paste ignored: press i to edit a note first.")
      }
      let name = URL(filePath: path).lastPathComponent
      if let reason = await context.files.objection(to: path, for: note.id) {
        return context.messages.error("“\(name)” cannot be attached. \(reason)")
      }
      boxes.confirm(
        "Attach “\(name)” (\(ByteWords.size(size))) to “\(note.displayTitle)”?", key: "a",
        label: "attach it"
      ) { attach(path, to: note.id) }
      context.host.requestFrame()
    }
    return true
  }

  /// Attaches a file to a note; the person goes on working while it is read.
  func attach(_ path: String, to id: String) { context.files.attach(path, to: id) }

  /// Gives the keys to the files of the note.
  func focus() { workspace.focusAttachments() }

  /// Opens the file that the shown note has under a name.
  ///
  /// - Parameter name: What a person calls it.
  /// - Returns: Whether it has one.
  /// - Throws: What the store has against it.
  func open(named name: String) async throws -> Bool {
    guard !name.isEmpty, let id = workspace.note.id else { return false }
    let titles = try await context.client.attachments.list(id).map(\.attachment)
    let found =
      titles.first { $0.title == name }
      ?? titles.first { $0.title?.lowercased() == name.lowercased() }
    guard let found else { return false }
    context.files.open(found)
    return true
  }
}

/// The entries of the folder that is being typed, read away from the main actor.
@MainActor private final class FolderEntries {
  private let context: Context
  private var folder: String?
  private var entries: [TypedPath.Entry] = []

  init(context: Context) { self.context = context }

  /// The absolute path that a typed one means.
  func absolute(_ text: String) -> String {
    TypedPath.absolute(
      text, home: context.settings.directories.home,
      base: FileManager.default.currentDirectoryPath)
  }

  /// Reads the folder of a typed path, unless it is the one that was read last.
  func prepare(_ text: String) {
    let wanted = TypedPath.folder(of: TypedPath.meant(text))
    guard wanted != folder else { return }
    (folder, entries) = (wanted, [])
    context.work.perform("Reading the folder") { [self] in
      let found = await TypedPath.entries(ofFolder: absolute(wanted))
      if folder == wanted { entries = found }
    }
  }

  func completions(of text: String) -> [String] {
    TypedPath.completions(of: text, among: entries)
  }

  /// The size of the file that a typed path is, or how many entries it may become.
  func remark(about typed: String) -> String {
    let text = TypedPath.meant(typed)
    let name = text.dropFirst(TypedPath.folder(of: text).count)
    if let entry = entries.first(where: { $0.name == name }) {
      if entry.isOther { return "no file to attach" }
      return entry.isFolder ? "a folder" : ByteWords.size(entry.size)
    }
    let count = completions(of: text).count
    let names = count == 1 ? "Tab: 1 name" : "Tab: \(count) names"
    if name.isEmpty, !text.isEmpty {
      return count == 0 ? "no file in this folder" : "a folder   \(names)"
    }
    return count == 0 ? "no such file" : names
  }
}
