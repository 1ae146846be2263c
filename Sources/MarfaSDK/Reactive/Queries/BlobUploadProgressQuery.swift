import Observation

/// How far the uploads are, by hash; completed ones go away, failed ones stay.
///
/// It begins with what waits in the store, and then follows what the uploader of this process
/// reports. A file that this process attaches is shown as soon as it is read, under an id of its
/// own until its hash is known.
@MainActor @Observable
public final class BlobUploadProgressQuery {
  /// The uploads by hash.
  public private(set) var uploads: [String: BlobUploadProgress] = [:]
  /// The uploads that arrived while this followed them, the latest last; at most 100.
  package private(set) var arrived: [BlobUploadProgress] = []
  /// Whether nothing has been read yet.
  public private(set) var isLoading = false
  /// Why reading failed; nil once one succeeds.
  public private(set) var error: (any Error)?
  @ObservationIgnored private var isStopped = false
  @ObservationIgnored private var follower: Task<Void, Never>?
  /// What reports do not say.
  @ObservationIgnored private var names: [String: (name: String, place: Int)] = [:]

  package init() {}

  /// Follows a store.
  init(store: LocalStore) {
    isLoading = true
    let reports = store.uploadActivity.reports
    let changes = store.uploadChanges()
    follower = Task { [weak self] in
      await withTaskGroup(of: Void.self) { group in
        // One read after the other: an older list never takes the place of a newer one.
        group.addTask {
          await self?.read(store)
          for await _ in changes { await self?.read(store) }
        }
        group.addTask { for await report in reports { await self?.receive(report) } }
      }
    }
  }

  deinit { follower?.cancel() }

  /// Takes news of an upload.
  package func receive(_ progress: BlobUploadProgress) {
    guard !isStopped else { return }
    guard progress.state == .completed else {
      uploads[progress.hash] = progress
      return
    }
    let former = uploads.removeValue(forKey: progress.hash)
    if progress.phase != .cancelled { keepArrived(progress, former) }
    names[progress.hash] = nil
  }

  private func keepArrived(_ progress: BlobUploadProgress, _ former: BlobUploadProgress?) {
    var last = progress
    last.name = progress.name ?? former?.name
    last.total = max(progress.total, former?.total ?? 0)
    last.acknowledged = last.total
    arrived.removeAll { $0.hash == last.hash }
    arrived.append(last)
    if arrived.count > 100 { arrived.removeFirst() }
  }

  /// Takes what an engine reported; other events than those of uploads are passed over.
  package func receive(_ event: SyncEvent) {
    switch event {
    case .blobUploadStarted(let hash, let total):
      receive(BlobUploadProgress(hash: hash, state: .uploading(sent: 0, total: total)))
    case .blobUploadProgress(let hash, let sent, let total):
      receive(BlobUploadProgress(hash: hash, state: .uploading(sent: sent, total: total)))
    case .blobUploadCompleted(let hash): receive(BlobUploadProgress(hash: hash, state: .completed))
    case .blobUploadFailed(let hash, _): receive(BlobUploadProgress(hash: hash, state: .failed))
    default: break
    }
  }

  /// Takes no more news; the uploads stay as they are.
  public func stop() {
    (isStopped, isLoading) = (true, false)
    follower?.cancel()
  }

  private func receive(_ report: UploadReport) {
    var progress = BlobUploadProgress(hash: report.hash, state: report.state)
    progress.phase = report.phase
    let known = names[report.hash]
    (progress.name, progress.place) = (known?.name ?? report.name, known?.place ?? 0)
    (progress.acknowledged, progress.total) = (report.acknowledged, report.total)
    progress.nextAttemptAt = report.nextAttempt?.date
    if report.phase.isOver { progress.state = .completed }
    receive(progress)
  }

  /// Shows what the store has of uploads that nobody reports, and their names.
  private func read(_ store: LocalStore) async {
    do {
      let stored = try await store.uploads()
      guard !isStopped else { return }
      let told = store.uploadActivity.current
      let present = Set(stored.map(\.hash))
      for (hash, upload) in uploads where !present.contains(hash) && upload.phase != .hashing {
        uploads[hash] = nil
      }
      for (place, upload) in stored.enumerated() {
        names[upload.hash] = (upload.name, place)
        if told[upload.hash] == nil || uploads[upload.hash] == nil {
          uploads[upload.hash] = BlobUploadProgress(upload)
        }
        uploads[upload.hash]?.name = upload.name
        uploads[upload.hash]?.place = place
        if let report = told[upload.hash] { receive(report) }
      }
      (isLoading, error) = (false, nil)
    } catch {
      (isLoading, self.error) = (false, error)
    }
  }
}

extension BlobUploadProgress {
  /// An upload as the store has it.
  package init(_ upload: BlobUpload) {
    switch upload.state {
    case .queued, .paused:
      self.init(
        hash: upload.hash,
        state: upload.offset > 0
          ? .uploading(sent: upload.offset, total: upload.size) : .pending)
      phase = upload.state == .paused ? .paused : .queued
    case .failed:
      self.init(hash: upload.hash, state: .failed)
      phase = .failed(upload.error ?? "")
    }
    (name, acknowledged, total) = (upload.name, upload.offset, upload.size)
  }
}

extension UploadReport {
  /// The documented state.
  fileprivate var state: BlobUploadProgress.State {
    switch phase {
    case .uploading, .verifying: .uploading(sent: sent, total: total)
    case .completed, .alreadyOnServer, .cancelled: .completed
    case .failed: .failed
    case .hashing: .pending
    case .queued, .paused, .waiting:
      sent > 0 ? .uploading(sent: sent, total: total) : .pending
    }
  }
}
