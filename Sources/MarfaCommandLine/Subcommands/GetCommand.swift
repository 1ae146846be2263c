import ArgumentParser
import Foundation
import Glibc
import MarfaSDK
import NoteFiles

/// Writes attachments of a note to files.
struct GetCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Write attachments of a note to files.",
    discussion: """
      What is not on this machine, or damaged here, is fetched from the server first. Every byte is \
      compared with the hash. A file that is there is never written over, and a new one has its \
      name only when it is whole. Of attachments with the same name the later ones get the start \
      of their hash as well. A very large one that is fetched is not kept on this machine a \
      second time. Without names all attachments are written. --output - writes one to standard \
      output. The paths are printed.

      \(ProgressOptions.fields)
      """)

  @Argument(
    help: "The note: its id, its first characters or its title.",
    completion: Candidates.note.completion)
  var note: String

  @Argument(
    help: "Names of attachments, or the start of their hashes.",
    completion: Candidates.attachment.completion)
  var names: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A folder, or a file for one attachment.", valueName: "path"),
    completion: .file())
  var output: String?

  @OptionGroup var progress: ProgressOptions

  func run(in session: CommandSession) async throws {
    let local = try await session.openNotes()
    let id = try await session.resolve(note, in: local.store)
    let all = try await local.attachments.list(id)
    var wanted: [ItemAttachment] = []
    for name in names {
      wanted += try AttachmentName.find(name, in: all).filter { !wanted.contains($0) }
    }
    if names.isEmpty { wanted = all }
    guard !wanted.isEmpty else {
      throw CommandFailure(.notFound, "The note has no attachments.")
    }
    let files = try await files(local, wanted, session)
    let progress = FileProgress(session, self.progress)
    if output == "-" {
      guard names.count < 2, let name = names.first ?? wanted.first?.attachment.blobRef,
        names.count == 1 || wanted.count == 1
      else {
        throw CommandFailure(.usage, "--output - takes one attachment; name it.")
      }
      let one = try AttachmentName.only(name, in: all)
      let path = try await fetch(one, files, progress)
      return try Self.write(path, to: session.output)
    }
    try requireFolder(for: wanted, session)
    try await write(wanted, files, progress, session)
  }

  /// Writes each to a file of its own, whatever becomes of the others.
  private func write(
    _ wanted: [ItemAttachment], _ files: FileFetching, _ progress: FileProgress,
    _ session: CommandSession
  ) async throws {
    var failures: [CommandFailure] = []
    let fileNames = AttachmentFileName.names(of: wanted.map(\.attachment))
    for (one, name) in zip(wanted, fileNames) {
      do {
        let path = try target(called: name, isOnly: wanted.count == 1, session)
        try await write(one, to: path, files, progress, session)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        let failure = CommandFailure(error)
        let message = failure.message ?? "It failed."
        progress.fail(Self.name(of: one), because: message)
        session.output.note("marfa: \(message)")
        failures.append(failure)
      }
    }
    guard let first = failures.first else { return }
    throw CommandFailure(failures.count < wanted.count ? .partial : first.status)
  }

  private func write(
    _ one: ItemAttachment, to path: String, _ files: FileFetching,
    _ progress: FileProgress, _ session: CommandSession
  ) async throws {
    let name = Self.name(of: one)
    try await naming(one) {
      try await progress.during {
        try await files.perform { attachments in
          try await attachments.copy(one.attachment.blobRef, to: path) { received, total in
            progress.show(.fetching, name, received, of: total)
          }
        }
      }
    }
    // It is the person's file now, as any other program would make it.
    let mask = umask(0o077)
    umask(mask)
    chmod(path, 0o666 & ~mask)
    progress.finish(name, size: Self.size(ofFile: path))
    session.output.line(path)
  }

  /// Says once that several files need a folder.
  private func requireFolder(for wanted: [ItemAttachment], _ session: CommandSession) throws {
    guard wanted.count > 1, let output else { return }
    let path = output.hasPrefix("/") ? output : session.host.currentDirectory + "/" + output
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw CommandFailure(.notFound, "Several files need a folder; \(path) is not one.") }
  }

  /// The files, with a way to the server where it is known that one is needed.
  private func files(
    _ local: LocalClient, _ wanted: [ItemAttachment], _ session: CommandSession
  ) async throws -> FileFetching {
    let files = FileFetching(local, session)
    if wanted.contains(where: { $0.state == .remote }), try await local.store.server() != nil {
      _ = try await files.connected()
    }
    return files
  }

  private func fetch(
    _ one: ItemAttachment, _ files: FileFetching, _ progress: FileProgress
  ) async throws -> String {
    let name = Self.name(of: one)
    return try await naming(one) {
      try await progress.during {
        try await files.perform { attachments in
          try await attachments.get(one.attachment.blobRef) { received, total in
            progress.show(.fetching, name, received, of: total)
          }
        }
      }
    }
  }

  /// Lets what goes wrong with an attachment name the file, not its hash.
  private func naming<Value>(
    _ one: ItemAttachment, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch var error as BlobFileError where error.path == one.attachment.blobRef {
      error.path = Self.name(of: one)
      throw error
    } catch is NotFoundError {
      throw CommandFailure(
        .notFound,
        "\(Self.name(of: one)) is not on the server any more; `marfa sync` on a device that has the "
          + "file sends it again.")
    }
  }

  private static func size(ofFile path: String) -> Int64 {
    // It was written a moment ago; only a number is lost.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return Int64(attributes?[.size] as? Int ?? 0)
  }

  private static func name(of one: ItemAttachment) -> String {
    one.attachment.title ?? one.attachment.blobRef
  }

  // MARK: - Files

  /// Where an attachment goes.
  private func target(
    called name: String, isOnly: Bool, _ session: CommandSession
  ) throws -> String {
    let base = session.host.currentDirectory
    let given = output.map { $0.hasPrefix("/") ? $0 : base + "/" + $0 }
    var isFolder: ObjCBool = false
    let exists = given.map {
      FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
    }
    if let given, !isFolder.boolValue {
      guard isOnly, !given.hasSuffix("/") else {
        throw CommandFailure(.notFound, "The folder \(given) does not exist.")
      }
      if exists == true { throw Self.isThere(given) }
      try Self.check(folder: URL(filePath: given).deletingLastPathComponent().path)
      return given
    }
    let folder = given ?? base
    try Self.check(folder: folder)
    let path = folder + "/" + name
    if FileManager.default.fileExists(atPath: path) { throw Self.isThere(path) }
    return path
  }

  /// Refuses a folder that takes no file, before one is fetched for it.
  private static func check(folder: String) throws {
    if access(folder, W_OK | X_OK) == 0 { return }
    guard errno != ENOENT else {
      throw CommandFailure(.notFound, "The folder \(folder) does not exist.")
    }
    throw CommandFailure(
      .failure, "The folder \(folder) takes no file: \(SystemError.sentence(errno)).")
  }

  private static func isThere(_ path: String) -> CommandFailure {
    CommandFailure(.failure, "\(path) is there already; --output names another file.")
  }

  private static func write(_ path: String, to output: CommandOutput) throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer {
      // It was only read.
      try? file.close()
    }
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { output.write(piece) }
  }
}
