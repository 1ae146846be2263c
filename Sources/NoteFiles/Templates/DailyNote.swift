import Foundation
import MarfaSDK

/// The note of a day: the one whose title is the date, such as `2026-09-21`.
package struct DailyNote: Hashable, Sendable {
  /// The name of the template that the note of a new day is made of.
  package static let templateName = "daily"

  /// The note's id.
  package var id: String
  /// Where typing begins in a note that was just made, in UTF-8 bytes; nil in one that was there.
  package var cursor: Int?
  /// Whether the note was made.
  package var isNew: Bool

  /// Finds the note of today, or makes it; of several the oldest counts, and none in the trash.
  ///
  /// - Parameters:
  ///   - store: Where the notes are.
  ///   - templates: The folder of templates; the note is empty without a template `daily`.
  ///   - now: The time.
  ///   - calendar: Whose day is meant.
  /// - Returns: The note.
  /// - Throws: `StorageError`, or the file system's error for a template that cannot be read.
  package static func today(
    in store: LocalStore, templates: String, now: Date, calendar: Calendar
  ) async throws -> DailyNote {
    let title = CalendarDay.text(now, calendar)
    if let id = try await existing(title, in: store) {
      return DailyNote(id: id, cursor: nil, isNew: false)
    }
    let template = try NoteTemplate.all(in: templates).first { $0.name == templateName }
    let filled = template?.filled(title: title, now: now, calendar: calendar)
    let input = CreateItemInput(
      type: CoreNote.typeIdentifier,
      properties: ["title": .string(title), "body": .string(filled?.text ?? "")])
    let item = try await store.createItem(NewItem(input)).item
    return DailyNote(id: item.id, cursor: filled?.cursor, isNew: true)
  }

  /// Whether a title is one that the note of a day gets.
  package static func isTitle(_ title: String) -> Bool {
    title.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
  }

  private static func existing(_ title: String, in store: LocalStore) async throws -> String? {
    do {
      let id = try await store.resolveId(title: title)
      return try await store.item(id: id)?.state == .trashed ? nil : id
    } catch let error as AmbiguousIdError {
      return error.candidates.first { $0.state != .trashed }?.id
    } catch is NotFoundError {
      return nil
    }
  }
}
