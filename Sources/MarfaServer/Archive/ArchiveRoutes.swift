import Hummingbird
import MarfaModel

/// `GET /export` and `POST /admin/restore-archive`: everything out, everything in.
struct ArchiveRoutes: RouteGroup {
  let environment: ServerEnvironment
  let blobs: any BlobStore
  /// A folder on the data directory's disk.
  let spoolFolder: String

  func register(on router: Router<ServerRequestContext>) {
    router.get("/export") { request, context in try await export(request, context) }
    router.post("/admin/restore-archive") { request, context in
      try context.caller().requireServerAdministrator()
      try QueryParameters(request).finish()
      let restore = ArchiveRestore(
        store: environment.store, blobs: blobs, spoolFolder: spoolFolder)
      return try Response.encoded(try await restore.run(GunzippedBody(base: request.body)))
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
    let export = ArchiveExport(
      store: environment.store, blobs: blobs, spoolFolder: spoolFolder)
    let records = try await export.spool()
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/gzip",
        .contentDisposition: "attachment; filename=\"marfa-export.tar.gz\"",
      ],
      body: ResponseBody { writer in
        try await export.write(records, to: &writer)
        try await writer.finish(nil)
      })
  }
}
