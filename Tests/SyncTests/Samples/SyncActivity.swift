import Foundation
import MarfaSDK
import Observation

/// What a program shows of its sync engine: the documentation's end-to-end sample, without SwiftUI.
@MainActor @Observable
final class SyncActivity {
  private(set) var lastSynced: Date?
  private(set) var lastError: (any Error)?
  private(set) var toasts: [String] = []
  private(set) var changedItems: Set<String> = []
  private(set) var deletedItems: Set<String> = []
  private(set) var changedEdges = 0
  private(set) var uploads: [String: Double] = [:]

  /// Follows an engine until its events end or the task is cancelled.
  func follow(_ engine: SyncEngine) async {
    for await event in engine.events { take(event) }
  }

  /// Takes one event; every case is named, so that a new one is noticed.
  func take(_ event: SyncEvent) {
    switch event {
    case .synced(let at): lastSynced = at
    case .failed(let error): lastError = error
    case .conflictAutoMerged(let payload):
      if payload.conflictedCopyId != nil { toasts.append("Your edit was kept as a copy.") }
    case .itemCreated(let id), .itemUpdated(let id): changedItems.insert(id)
    case .itemDeleted(let id): deletedItems.insert(id)
    case .edgeCreated, .edgeDeleted: changedEdges += 1
    case .mutationDropped(let kind, let itemId, let attempt, let error):
      let reason = (error as? any MarfaError)?.message ?? "unknown"
      toasts.append("\(kind) of \(itemId ?? "nothing") after \(attempt): \(reason)")
    case .blobUploadStarted(let hash, _): uploads[hash] = 0
    case .blobUploadProgress(let hash, let sent, let total):
      uploads[hash] = total > 0 ? Double(sent) / Double(total) : 1
    case .blobUploadCompleted(let hash): uploads[hash] = nil
    case .blobUploadFailed(let hash, _): uploads[hash] = nil
    }
  }
}
