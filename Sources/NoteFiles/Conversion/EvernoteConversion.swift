import Foundation
import MarfaSDK

/// Turns an ENEX file of Evernote into a folder of Markdown files.
///
/// The file is read once, in pieces; the files of a note are written as their base64 comes.
struct EvernoteConversion {
  /// What was left out, and why.
  private(set) var report = ImportReport()

  private let folder: ConvertedFolder
  private var reader: MarkupReader
  private var number = 0
  private var takenNames: Set<String> = []
  private var usedIds: [String: Int] = [:]

  /// A file of a note.
  private struct Resource {
    var digest = ""
    var name = ""
    var mimeType = ""
    /// The path in the folder of what was written.
    var path: String?
    /// Why there is nothing of it; nil for a whole one.
    var failure: String?
  }

  private struct Note {
    var title = ""
    var content = ""
    var created: Timestamp?
    var updated: Timestamp?
    var tags: [String] = []
    var fields: [(key: String, value: String)] = []
    var resources: [Resource] = []
    var tasks: [EvernoteTask] = []
    /// The names of elements that a note here has no place for.
    var leftOut: Set<String> = []
  }

  /// Elements that mean nothing to a reader, or whose parts are read as the note's own.
  private static let technical: Set<String> = [
    "source", "source-application", "application-data", "content-class", "reminder-order",
  ]

  /// Converts a file.
  ///
  /// - Parameters:
  ///   - file: The ENEX file.
  ///   - folder: Where the Markdown files go.
  /// - Throws: `CommandFailure`, or the file system's error.
  init(_ file: ArchiveFile, into folder: ConvertedFolder) throws {
    self.folder = folder
    reader = MarkupReader(file)
    do {
      try read()
    } catch let failure as MarkupReader.Failure {
      let place = number == 0 ? "" : ", in note \(number)"
      throw CommandFailure(
        .failure, "\(file.path): \(failure.reason)\(place); nothing was imported.")
    }
    if number == 0 {
      throw CommandFailure(
        .failure, "\(file.path) is not an ENEX file with notes; nothing was imported.")
    }
  }

  private mutating func read() throws {
    var isExport = false
    while let event = try reader.next() {
      switch event {
      case .start("en-export", _): isExport = true
      case .start("note", _) where isExport:
        number += 1
        try write(try note())
      case .start(let name, _) where !isExport:
        throw MarkupReader.Failure(reason: "it begins with <\(name)>, not with <en-export>")
      default: break
      }
    }
  }

  // MARK: - Reading

  private mutating func note() throws -> Note {
    var note = Note()
    while let event = try reader.next(), event != .end("note") {
      guard case .start(let name, _) = event else { continue }
      switch name {
      case "title": note.title = try reader.text(to: name)
      case "content": note.content = try reader.text(to: name)
      case "created": note.created = Self.time(try reader.text(to: name))
      case "updated": note.updated = Self.time(try reader.text(to: name))
      case "tag": note.tags.append(try reader.text(to: name))
      case "source-url", "author": note.fields.append((name, try reader.text(to: name)))
      case "reminder-time", "reminder-done-time":
        let written = try reader.text(to: name)
        note.fields.append((name, Self.time(written)?.iso8601 ?? written))
      case "resource": note.resources.append(try resource())
      case "task": note.tasks.append(try EvernoteTask(&reader))
      // The elements in it are read as the note's own.
      case "note-attributes": break
      default:
        try reader.skipElement()
        if !Self.technical.contains(name) { note.leftOut.insert(name) }
      }
    }
    return note
  }

  private mutating func resource() throws -> Resource {
    var resource = Resource()
    while let event = try reader.next(), event != .end("resource") {
      guard case .start(let name, _) = event else { continue }
      switch name {
      case "data": try takeBytes(&resource)
      case "mime": resource.mimeType = try reader.text(to: name)
      case "file-name": resource.name = try reader.text(to: name)
      case "resource-attributes": break
      // The rest are other forms of the file, or text recognized in it.
      default: try reader.skipElement()
      }
    }
    try name(&resource)
    return resource
  }

  /// Writes the bytes under a name for now: their own comes after them.
  private mutating func takeBytes(_ resource: inout Resource) throws {
    let path = "\(ConvertedFolder.files)/\(UUID().uuidString)"
    var sink = try Base64Sink(folder.path + "/" + path)
    do {
      while let event = try reader.next(), event != .end("data") {
        guard case .text(let piece) = event, resource.failure == nil else { continue }
        do {
          try sink.take(piece)
        } catch is Base64Sink.Failure {
          // The note and its other files are whole.
          resource.failure = "it is not base64"
        }
      }
      guard resource.failure == nil else { return sink.discard() }
      resource.digest = try sink.finish()
      resource.path = path
    } catch {
      sink.discard()
      throw error
    }
  }

  private mutating func name(_ resource: inout Resource) throws {
    guard let old = resource.path else { return }
    let given = resource.name.isEmpty ? resource.digest : resource.name
    let dot = given.lastIndex(of: ".").flatMap { $0 > given.startIndex ? $0 : nil }
    let stem = ExportNames.safe(dot.map { String(given[..<$0]) } ?? given)
    let ending =
      dot.map { String(given[given.index(after: $0)...]) }
      ?? resource.mimeType.split(separator: "/").last.map(String.init) ?? "bin"
    var path = "\(ConvertedFolder.files)/\(stem).\(ExportNames.safe(ending))"
    if !takenNames.insert(path.lowercased()).inserted {
      path =
        "\(ConvertedFolder.files)/\(stem) \(resource.digest.prefix(8)).\(ExportNames.safe(ending))"
      // The same bytes under the same name are the same file.
      takenNames.insert(path.lowercased())
    }
    let target = folder.path + "/" + path
    guard rename(folder.path + "/" + old, target) == 0 else {
      throw CommandFailure(.failure, "\(target): \(SystemError.sentence(errno)).")
    }
    resource.path = path
  }

  /// A time such as `20201231T235959Z`.
  static func time(_ text: String) -> Timestamp? {
    let digits = Array(text.trimmingCharacters(in: .whitespacesAndNewlines))
    guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return Timestamp(
      iso8601: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
        + "\(part(9..<11)):\(part(11..<13)):\(part(13..<15)).000Z")
  }

  // MARK: - Writing

  /// Reports the files of a note of which there is nothing.
  private mutating func reportDamage(_ resources: [Resource], of path: String) {
    for resource in resources {
      guard let failure = resource.failure else { continue }
      let name = resource.name.isEmpty ? "a file" : resource.name
      report.failed.append(.init(path: "\(path): \(name)", reason: failure))
    }
  }

  /// The addresses of files by the MD5 of their bytes, and whether they are pictures.
  private static func addresses(
    of resources: [Resource]
  ) -> [String: (path: String, isImage: Bool)] {
    var addresses: [String: (path: String, isImage: Bool)] = [:]
    for resource in resources {
      guard let file = resource.path else { continue }
      addresses[resource.digest] = (
        ConvertedFolder.address(of: file, from: ""), resource.mimeType.hasPrefix("image/")
      )
    }
    return addresses
  }

  private mutating func write(_ note: Note) throws {
    // An ENEX file has no ids of notes: their order distinguishes those of one title and time.
    let key = "\(note.created?.milliseconds ?? 0) \(note.title)"
    usedIds[key, default: 0] += 1
    let source = "\(key) \(usedIds[key] ?? 1)"
    let id = ConvertedFolder.id(of: source, in: "evernote", createdAt: note.created)
    let path = ConvertedFolder.fileName(note.title, id: id)
    let files = Self.addresses(of: note.resources)
    reportDamage(note.resources, of: path)
    var body: String
    do {
      let text = try EvernoteText(note.content, tasks: note.tasks) { [files] in files[$0] }
      body = text.text
      report.remarks += Set(text.remarks).sorted().map { .init(path: path, reason: $0) }
    } catch let failure as MarkupReader.Failure {
      report.failed.append(.init(path: path, reason: failure.reason))
      return
    }
    for file in files.values.sorted(by: { $0.path < $1.path }) where !body.contains(file.path) {
      // A file that the text does not show is part of the note all the same.
      let name = file.path.split(separator: "/").last?.removingPercentEncoding ?? file.path
      body += "\n[\(name)](\(file.path))\n"
    }
    if !note.leftOut.isEmpty {
      report.remarks.append(
        .init(path: path, reason: "left out: " + note.leftOut.sorted().joined(separator: ", ")))
    }
    if note.created == nil, note.updated == nil {
      report.remarks.append(.init(path: path, reason: ConvertedFolder.undatedRemark))
    }
    try folder.write(
      ConvertedFolder.Note(
        sourceId: source, title: note.title, body: body, tags: note.tags, createdAt: note.created,
        updatedAt: note.updated, fields: note.fields),
      at: path, id: id)
  }
}
