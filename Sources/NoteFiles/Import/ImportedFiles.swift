import MarfaSDK

/// The files that the notes of one import refer to: each is copied once, and accounted for.
struct ImportedFiles {
  /// The files of one note.
  struct OfNote {
    /// Those that the note lacks.
    var new: [NewFile] = []
    /// The paths of those from the root.
    var newPaths: [String] = []
    /// The hashes of all of them, by path from the root.
    var hashes: [String: String] = [:]
    /// What is worth saying of them.
    var remarks: [String] = []
  }

  /// What became of a file; a later note may better it.
  private enum Outcome {
    case kept
    case failed(String)
    case unchanged
    case taken
  }

  private let root: String
  private let blobs: BlobFiles
  /// What the server takes: bytes of a file, files of a note; nil for no such limit.
  private let largest: Int64?
  private let most: Int?
  private let isDryRun: Bool
  /// Addresses of which nothing is said when no file is there.
  private let missing: Set<String>
  private var folder: FolderFiles?
  private var outcomes: [String: Outcome] = [:]
  private var read: [String: BlobFiles.Taken] = [:]
  /// Files that are no notes, in the order of the walk.
  private var others: [String] = []

  /// Begins with nothing read.
  ///
  /// - Parameters:
  ///   - root: The folder's absolute path.
  ///   - store: Where the bytes go.
  ///   - isDryRun: Whether nothing is copied.
  ///   - missing: Addresses of which nothing is said when no file is there.
  /// - Throws: `StorageError`.
  init(root: String, store: LocalStore, isDryRun: Bool, missing: Set<String>) async throws {
    (self.root, self.isDryRun, self.missing) = (root, isDryRun, missing)
    blobs = store.blobs
    let server = try await store.serverProfile()
    (largest, most) = (server.largestBlob, server.itemAttachments)
  }

  /// Notes that the walk came to a file that is no note.
  mutating func passed(_ path: String) { others.append(path) }

  // MARK: - Of a note

  /// Finds the files of a note, and copies those that it lacks.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - present: What it has already.
  /// - Returns: Its files.
  /// - Throws: `CancellationError` or `CommandFailure`; a file that cannot be read is only noted.
  mutating func find(_ note: MarkdownNote, present: [Attachment]) async throws -> OfNote {
    var result = OfNote()
    for reference in FileReferences(in: note.body, frontMatter: note.frontMatterText).all {
      switch try files().target(of: reference, from: note.folder) {
      case .file(let path): try await take(path, present, &result)
      case .absent where reference.isShown && !missing.contains(reference.path):
        result.remarks.append("no file \(reference.written) in the folder")
      case .absent: break
      case .outside:
        result.remarks.append("\(reference.path) is out of the folder; left out")
      }
    }
    for name in note.attachments {
      if let path = try listed(name, of: note) {
        try await take(path, present, &result, isListed: true)
      } else {
        result.remarks.append("no file \(name) next to it")
      }
    }
    return result
  }

  /// The path of a file that the front matter of a note lists; nil for none that is there.
  private mutating func listed(_ name: String, of note: MarkdownNote) throws -> String? {
    guard let path = FolderFiles.joined(note.folder, name) else { return nil }
    return try files().file(at: path)
  }

  /// Notes that the files of a note stay as they are, since the note does.
  mutating func leave(_ note: MarkdownNote) throws {
    for reference in FileReferences(in: note.body, frontMatter: note.frontMatterText).all {
      guard case .file(let path) = try files().target(of: reference, from: note.folder) else {
        continue
      }
      if outcomes[path] == nil { outcomes[path] = .kept }
    }
    for name in note.attachments {
      guard let path = try listed(name, of: note) else { continue }
      if outcomes[path] == nil { outcomes[path] = .kept }
    }
  }

  private mutating func files() throws -> FolderFiles {
    if let folder { return folder }
    let found = try FolderFiles(root: root)
    folder = found
    return found
  }

  private mutating func take(
    _ path: String, _ present: [Attachment], _ result: inout OfNote, isListed: Bool = false
  ) async throws {
    guard result.hashes[path] == nil else { return }
    do {
      let title = FolderFiles.name(of: path)
      let taken = try await bytes(of: path, isKnown: !present.isEmpty)
      // Of several files of one name a text means the first.
      let isMeant = !result.hashes.keys.contains { FolderFiles.name(of: $0) == title }
      let isPresent = present.contains { $0.blobRef == taken.hash && $0.title == title }
      let isInPlace = !isMeant || present.first { $0.title == title }?.blobRef == taken.hash
      // What the front matter lists may have been called what no file can be called.
      let isOther = isListed && !isPresent && present.contains { $0.blobRef == taken.hash }
      if isPresent && isInPlace || isOther {
        result.hashes[path] = taken.hash
        if outcomes[path].map(Self.isOpen) ?? true { outcomes[path] = .unchanged }
        return
      }
      if let most, !isPresent, present.count + result.new.count >= most {
        throw BlobFileError(.tooMany, path, ImportReason.tooManyFiles(most))
      }
      result.hashes[path] = taken.hash
      try await keep(path, taken)
      let attachment = Attachment(
        blobRef: taken.hash, mimeType: MediaTypes.ofFile(path), title: title)
      var file = NewFile(attachment, size: taken.size)
      file.isMeant = isMeant
      result.newPaths.append(path)
      if !result.new.contains(file) { result.new.append(file) }
    } catch let error as BlobFileError {
      outcomes[path] = .failed(error.detail)
    }
  }

  /// Reads a file once; a new note's is copied at once, as nothing of it can be known.
  private mutating func bytes(of path: String, isKnown: Bool) async throws -> BlobFiles.Taken {
    if let taken = read[path] { return taken }
    guard let readable = try files().readablePath(of: path) else {
      throw BlobFileError(.unreadable, path, ImportReason.linkedElsewhere)
    }
    let taken =
      isKnown || isDryRun
      ? try await BlobFiles.read(file: readable)
      : try await blobs.take(file: readable, limit: largest)
    read[path] = taken
    return taken
  }

  /// Copies a file that was only read so far.
  private mutating func keep(_ path: String, _ taken: BlobFiles.Taken) async throws {
    guard !isDryRun, try !blobs.refresh(taken.hash),
      let readable = try files().readablePath(of: path)
    else { return }
    let kept = try await blobs.take(file: readable, limit: largest)
    guard kept == taken else {
      throw BlobFileError(.changed, path, "it changed while it was read")
    }
  }

  private static func isOpen(_ outcome: Outcome) -> Bool {
    switch outcome {
    case .kept, .failed: true
    case .unchanged, .taken: false
    }
  }

  // MARK: - Accounts

  /// Notes that a note was written with its files, or was not.
  mutating func settle(_ paths: some Sequence<String>, written: Bool) {
    for path in paths {
      if written {
        outcomes[path] = .taken
      } else if outcomes[path] == nil {
        outcomes[path] = .failed(ImportReason.noteFailed)
      }
    }
  }

  /// Puts each file into a report: taken, left out or failed.
  func account(in report: inout ImportReport) {
    for path in others {
      switch outcomes[path] {
      case .taken:
        report.importedCount += 1
        report.attached.append(path)
      case .unchanged: report.skip(path, ImportReason.unchanged)
      case .kept: report.skip(path, ImportReason.noteKept)
      case .failed(let reason): report.failed.append(.init(path: path, reason: reason))
      case nil: report.skip(path, ImportReason.unnamed)
      }
    }
  }
}

extension ImportReport {
  fileprivate mutating func skip(_ path: String, _ reason: String) {
    skipped.append(.init(path: path, reason: reason))
  }
}
