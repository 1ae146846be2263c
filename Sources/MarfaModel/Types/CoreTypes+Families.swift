import Foundation

extension CoreTypes {
  /// People, places and other things with a name.
  static let entities: [ItemType] = [
    ItemType(
      id: "core.entity", label: "Entity",
      fields: ["name": text, "description": text, "url": url, "notes": text],
      required: ["name"], displayHints: .init(titleField: "name", bodyField: "notes"),
      mergePolicy: keeping("notes")),
    ItemType(
      id: "core.entity.person", label: "Person", parent: "core.entity",
      fields: [
        "given_name": text, "family_name": text, "email": text, "phone": text,
        "birthday": time, "organization": text, "image_url": url,
      ]),
    ItemType(
      id: "core.entity.place", label: "Place", parent: "core.entity",
      fields: ["address": text, "latitude": number, "longitude": number]),
  ]

  /// Files whose bytes are a blob, and the three subtypes.
  static let files: [ItemType] = [
    ItemType(
      id: "core.file", label: "File",
      fields: [
        "blob_ref": FieldDefinition(.string, format: "blob", searchable: false), "filename": text,
        "mime_type": FieldDefinition(.string, searchable: false), "size": integer,
        "title": text, "description": text, "notes": text,
      ],
      required: ["blob_ref"],
      displayHints: .init(titleField: "filename", bodyField: "description"),
      mergePolicy: keeping("notes")),
    ItemType(
      id: "core.file.image", label: "Image", parent: "core.file",
      fields: ["width": integer, "height": integer, "alt_text": text]),
    ItemType(
      id: "core.file.audio", label: "Audio", parent: "core.file",
      fields: ["duration_seconds": number, "transcript": text],
      mergePolicy: keeping("transcript")),
    ItemType(
      id: "core.file.video", label: "Video", parent: "core.file",
      fields: [
        "duration_seconds": number, "width": integer, "height": integer, "transcript": text,
      ],
      mergePolicy: keeping("transcript")),
  ]

  /// Works, and their kinds.
  static let media: [ItemType] = [
    ItemType(
      id: "core.media", label: "Media",
      fields: [
        "title": text, "body": text, "description": text, "creators": texts, "url": url,
        "image_url": url, "published_at": time, "language": language, "rating": number,
        "notes": text,
      ],
      required: ["title"], displayHints: titleAndBody, mergePolicy: keeping("body", "notes")),
    medium("article", ["author": text, "source_title": text]),
    medium("book", ["isbn": text, "publisher": text, "page_count": integer]),
    medium("film", ["director": text, "duration_seconds": number]),
    medium("album", ["artist": text, "track_count": integer]),
    medium("song", ["artist": text, "album": text, "duration_seconds": number]),
    medium("series", ["season_count": integer]),
    medium("tv_episode", ["series": text, "season": integer, "episode": integer]),
    medium("podcast", ["feed_url": url, "author": text]),
    medium("episode", ["podcast": text, "duration_seconds": number, "audio_url": url]),
  ]

  private static func medium(_ name: String, _ fields: [String: FieldDefinition]) -> ItemType {
    ItemType(
      id: "core.media.\(name)", label: name.replacing("_", with: " ").capitalized,
      parent: "core.media", fields: fields)
  }
}
