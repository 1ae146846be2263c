import Foundation
import MarfaSDK

/// Turns the `notes.json` of a Simplenote export into a folder of Markdown files; its notes have no
/// files.
struct SimplenoteConversion {
  /// Larger exports are refused: they are read as a whole.
  private static let maximumBytes: Int64 = 512 << 20

  /// What was left out, and why.
  private(set) var report = ImportReport()

  /// Converts an export.
  ///
  /// - Parameters:
  ///   - file: The JSON.
  ///   - folder: Where the Markdown files go.
  /// - Throws: `CommandFailure`, or the file system's error.
  init(_ file: ArchiveFile, into folder: ConvertedFolder) throws {
    guard file.size <= Self.maximumBytes else {
      throw CommandFailure(
        .failure,
        "\(file.path) is larger than \(Self.maximumBytes >> 20) MB; nothing was imported.")
    }
    let bytes = try file.read(at: 0, count: Int(file.size))
    // What is no JSON is none of theirs either.
    let root = try? JSONParser.parse(Array(ByteOrderMark.dropped(from: bytes)))
    guard let notes = root?.objectValue?["activeNotes"]?.arrayValue else {
      throw CommandFailure(
        .failure,
        "\(file.path) is not the notes.json of a Simplenote export; nothing was imported.")
    }
    for (number, value) in notes.enumerated() { try write(value, number + 1, folder) }
    for index in (root?.objectValue?["trashedNotes"]?.arrayValue ?? []).indices {
      report.skipped.append(
        .init(path: "trashed note \(index + 1)", reason: "in Simplenote's trash"))
    }
  }

  private mutating func write(
    _ value: JSONValue, _ number: Int, _ folder: ConvertedFolder
  ) throws {
    guard let members = value.objectValue, let id = members["id"]?.stringValue,
      let content = members["content"]?.stringValue
    else {
      report.failed.append(.init(path: "note \(number)", reason: "no id or no content"))
      return
    }
    let created = Self.time(members["creationDate"])
    let updated = Self.time(members["lastModified"])
    let first = content.split(maxSplits: 1, whereSeparator: \.isNewline).first
    let title = (first.map(String.init) ?? "").trimmingCharacters(
      in: CharacterSet(charactersIn: "# \t"))
    var tags = (members["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    if members["pinned"] == .bool(true) { tags.append(TagRules.favorite) }
    let note = ConvertedFolder.Note(
      sourceId: id, title: String(title.prefix(200)), body: content, tags: tags, createdAt: created,
      updatedAt: updated)
    let own = ConvertedFolder.id(of: id, in: "simplenote", createdAt: created)
    let path = ConvertedFolder.fileName(note.title, id: own)
    if created == nil, updated == nil {
      report.remarks.append(.init(path: path, reason: ConvertedFolder.undatedRemark))
    }
    try folder.write(note, at: path, id: own)
  }

  private static func time(_ value: JSONValue?) -> Timestamp? {
    value?.stringValue.flatMap { Timestamp(iso8601: $0) }
  }
}
