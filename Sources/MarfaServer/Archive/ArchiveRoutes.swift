import Hummingbird
import MarfaModel

/// `GET /export` and `POST /admin/restore-archive`: everything out, everything in.
struct ArchiveRoutes: RouteGroup {
  let environment: ServerEnvironment
  let blobs: any BlobStore
  /// A folder on the data directory's disk.
  let spoolFolder: String

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.exporting) { request, context in try await export(request, context) }
    router.on(Self.restoration) { request, context in
      try context.caller().requireServerAdministrator()
      try QueryParameters(request).finish()
      var writing = WriteContext(try context.caller())
      writing.limits = environment.settings.recordLimits
      let restore = ArchiveRestore(
        store: environment.store, blobs: blobs, spoolFolder: spoolFolder, context: writing,
        room: environment.room)
      do {
        // On other threads than those of connections: a short body may be a long archive.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
          try Response.encoded(try await restore.run(GunzippedBody(base: request.body)))
        }
      } catch {
        throw BlobService.answer(to: error)
      }
    }
  }

  private func export(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    try context.caller().requireServerAdministrator()
    var query = try QueryParameters(request)
    guard query.given("format") ?? "archive" == "archive" else {
      throw QueryParameters.error("format", "is archive")
    }
    try query.finish()
    // The records are a read that needs room on the disk until they are sent.
    let export = ArchiveExport(
      store: environment.store, blobs: blobs, spoolFolder: spoolFolder, room: environment.room)
    let records: OpenFile
    do {
      records = try await HangUp.cancelling(on: context.channel) { try await export.spool() }
    } catch {
      throw BlobService.answer(to: error)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/gzip",
        .contentDisposition: "attachment; filename=\"marfa-export.tar.gz\"",
      ],
      body: ResponseBody { writer in
        // Not on the connection's thread, which others wait for.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
          try await finish(context.requestId) { try await export.write(records, to: &writer) }
        }
        try await writer.finish(nil)
      })
  }

  /// Tells the log what an archive lacks, or why it broke off: its status is on its way already.
  private func finish(
    _ requestId: String, _ write: () async throws -> [ArchiveManifest.DamagedBlob]
  ) async throws {
    do {
      for blob in try await write() {
        environment.logger.error(
          "a blob of the export is damaged",
          metadata: [
            "request_id": .string(requestId), "hash": .string(blob.hash),
            "fault": .string(blob.fault.rawValue),
          ])
      }
    } catch {
      environment.logger.error(
        "the export was interrupted",
        metadata: [
          "request_id": .string(requestId), "error": .string(String(describing: error)),
        ])
      throw error
    }
  }
}
