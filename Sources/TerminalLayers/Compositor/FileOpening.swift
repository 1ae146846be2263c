import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles
import Workbench

/// Fetches attached files and shows them: the person goes on working meanwhile, in another note,
/// too.
@MainActor package final class FileOpening {
  /// How far files are that are on their way here, by blob: the bytes that came, and all; 0 in all
  /// while that is not known.
  package private(set) var fetching: [String: (received: Int64, total: Int64)] = [:]
  /// Rises after each file that was attached or asked for: whether it is here may have changed.
  package private(set) var generation = 0
  /// The blobs that the server said it does not have.
  package private(set) var lost: Set<String> = []
  /// What the person attached last; nil for nothing yet.
  package private(set) var lastAttached: Attachment?

  private unowned let context: Context
  private var tasks: [String: Task<Void, Never>] = [:]
  /// When each of these began.
  private var begun: [String: Duration] = [:]
  private var wake: (any ScheduledAction)?
  /// Files that are being read to be attached, by what the reading is called.
  private var copies: [String: Task<ItemAttachment, any Error>] = [:]

  init(context: Context) { self.context = context }

  /// The way to the attachments: to the server, too, where there is one.
  var attachments: AttachmentsNamespace {
    context.sync.attachments ?? context.client.attachments
  }

  /// Waits until nothing is on its way; for tests.
  package func finish() async {
    while let task = tasks.values.first { await task.value }
  }

  /// Fetches a file if it is not here, and shows it with the program of the desktop or the
  /// configured one; where neither could be seen, its path is shown and copied.
  package func open(_ attachment: Attachment) {
    let hash = attachment.blobRef
    let name = attachment.title ?? "The file"
    guard tasks[hash] == nil else {
      return context.messages.notice("“\(name)” is on its way: \(words(of: hash) ?? "begun").")
    }
    begun[hash] = context.elapsed()
    countSeconds()
    tasks[hash] = Task { [self] in
      do {
        let path = try await fetch(attachment)
        lost.remove(hash)
        try await show(path, called: name)
      } catch is CancellationError {
        // The program ends.
      } catch is NotFoundError {
        lost.insert(hash)
        context.messages.error(
          "“\(name)” is not on the server any more. Attach it again where it still is.")
      } catch {
        context.messages.error("“\(name)” cannot be opened: \(sentence(for: error))")
      }
      (tasks[hash], fetching[hash], begun[hash]) = (nil, nil, nil)
      generation += 1
      context.host.requestFrame()
    }
  }

  /// How far a file is on its way here, or for how long; nil when it is not on its way.
  package func words(of hash: String) -> String? {
    let progress = fetching[hash]
    if let (received, total) = progress, total > 0 {
      return "fetching \(ByteWords.percent(received, of: total))%"
    }
    // What is here is opened in less than a second.
    guard let start = begun[hash] else { return nil }
    let seconds = Int((context.elapsed() - start) / .seconds(1))
    if progress == nil, seconds == 0 { return nil }
    let word = progress == nil ? "opening" : "fetching"
    if isStill { return word }
    let spinner = context.settings.glyphs.spinner
    return "\(spinner[seconds % spinner.count]) \(word) \(seconds)s"
  }

  /// Whether nothing moves on the screen by itself.
  private var isStill: Bool {
    context.settings.configuration.reducedMotion || context.settings.isPlain
  }

  /// Draws a frame each second as long as something is on its way.
  private func countSeconds() {
    wake?.cancel()
    wake = context.host.schedule(after: .seconds(1)) { [weak self] in
      guard let self, !begun.isEmpty else { return }
      context.host.requestFrame()
      if !isStill { countSeconds() }
    }
  }

  // MARK: - Attaching

  /// Why what is at a path cannot be attached to a note; nil where nothing is known against it.
  ///
  /// - Parameters:
  ///   - path: The absolute path.
  ///   - id: The note.
  /// - Returns: A sentence.
  package func objection(to path: String, for id: String) async -> String? {
    do {
      try await context.client.attachments.check(file: path, for: id)
      return nil
    } catch let error as BlobFileError {
      guard error.kind == .notAFile, await TypedPath.isFolder(path) else { return error.sentence }
      return "It is a folder: go on with the name of a file in it, which Tab completes."
    } catch {
      return ErrorText.sentence(for: error)
    }
  }

  /// Attaches a file to a note; how far its reading is shown with the uploads.
  ///
  /// - Parameters:
  ///   - path: The file's absolute path.
  ///   - id: The note.
  package func attach(_ path: String, to id: String) {
    let name = URL(filePath: path).lastPathComponent
    let reading = context.sync.uploads.beginReading(name)
    context.work.perform("Attaching “\(name)”") { [self] in
      defer { context.sync.uploads.endReading(reading) }
      let (numbers, continuation) = AsyncStream<(Int64, Int64)>.makeStream(
        bufferingPolicy: .bufferingNewest(1))
      async let progress: Void = followReading(numbers, reading)
      do {
        let attachments = context.client.attachments
        let copy = Task {
          try await attachments.add(file: path, to: id) { continuation.yield(($0, $1)) }
        }
        copies[reading] = copy
        defer { copies[reading] = nil }
        let added = try await copy.value
        continuation.finish()
        await progress
        attached(added, to: id)
      } catch {
        continuation.finish()
        await progress
        throw error
      }
    }
  }

  /// Gives up attaching a file that is still being read.
  ///
  /// - Parameter reading: What the reading is called; nil for all.
  package func cancelCopy(_ reading: String? = nil) {
    for (name, copy) in copies where reading == nil || name == reading { copy.cancel() }
  }

  private func followReading(
    _ numbers: AsyncStream<(Int64, Int64)>, _ reading: String
  ) async {
    for await (bytes, total) in numbers {
      context.sync.uploads.read(reading, bytes, of: total)
    }
  }

  private func attached(_ added: ItemAttachment, to id: String) {
    let (attachment, size) = (added.attachment, ByteWords.size(added.size ?? 0))
    let name = attachment.title ?? "the file"
    generation += 1
    lost.remove(attachment.blobRef)
    lastAttached = attachment
    context.messages.notice("Attached “\(name)” (\(size)).")
    context.history.record(
      ActionHistory.Entry(
        summary: "“\(name)” attached",
        undo: { [self] in try await remove(attachment, from: id) },
        redo: { [self] in try await restore(attachment, to: id) }))
  }

  /// Lets the person undo that a file was taken away from a note.
  ///
  /// - Parameters:
  ///   - attachment: The file.
  ///   - id: The note.
  package func recordRemoval(of attachment: Attachment, from id: String) {
    context.history.record(
      ActionHistory.Entry(
        summary: "“\(attachment.title ?? "the file")” taken away",
        undo: { [self] in try await restore(attachment, to: id) },
        redo: { [self] in try await remove(attachment, from: id) }))
  }

  private func remove(_ attachment: Attachment, from id: String) async throws {
    try await context.client.attachments.remove(attachment, from: id)
  }

  /// Attaches a file again; one that is not on this machine is fetched first.
  private func restore(_ attachment: Attachment, to id: String) async throws {
    let path = try await attachments.get(attachment.blobRef)
    try await context.client.attachments.add(
      file: path, to: id, title: attachment.title, mimeType: attachment.mimeType,
      role: attachment.role)
  }

  // MARK: - Fetching

  private func fetch(_ attachment: Attachment) async throws -> String {
    let hash = attachment.blobRef
    // Only the newest number matters, and the thread that reports it must not wait.
    let (numbers, continuation) = AsyncStream<(Int64, Int64)>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    async let progress: Void = follow(numbers, of: hash)
    let files = OpenedFiles(folder: context.settings.directories.state + "/opened")
    do {
      let path = try await files.path(of: attachment, from: attachments) {
        continuation.yield(($0, $1))
      }
      continuation.finish()
      await progress
      return path
    } catch {
      continuation.finish()
      await progress
      throw error
    }
  }

  private func follow(_ numbers: AsyncStream<(Int64, Int64)>, of hash: String) async {
    for await (received, total) in numbers {
      let before = words(of: hash)
      fetching[hash] = (received, total)
      if words(of: hash) != before { context.host.requestFrame() }
    }
  }

  private func show(_ path: String, called name: String) async throws {
    let command: [String]?
    do {
      command = try FileOpener.command(
        for: path, configured: context.settings.configuration.opener,
        environment: context.settings.environment)
    } catch is ShellWords.Failure {
      return context.messages.error("attachments.open in config.yaml has unmatched quotes.")
    }
    guard let command else {
      // A line may be too short for the path.
      let remark = await context.host.copy(path)
      return context.messages.notice(remark ?? "The path of “\(name)” was copied: \(path)")
    }
    if let failure = await context.host.start(command) {
      context.messages.error("\(failure) “\(name)” is at \(path)")
    } else {
      context.messages.notice("Opened “\(name)”.")
    }
  }

  private func sentence(for error: any Error) -> String {
    guard let error = error as? BlobFileError, error.kind == .missing else {
      return ErrorText.sentence(for: error)
    }
    return context.sync.status == nil
      ? "it is not on this machine."
      : "it is not on this machine, and there is no connection to the server."
  }
}
