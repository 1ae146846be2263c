import MarfaModel

extension UploadRoutes {
  private static let tus: [APIOperation.Parameter] = [
    .header("Tus-Resumable", required: true, schema: ["const": "1.0.0"])
  ]
  private static let size: JSONValue = ["type": "string", "pattern": "^[0-9]{1,18}$"]

  static let offers = [
    APIOperation(
      method: "OPTIONS", path: "/blobs/uploads", tag: "uploads",
      summary: "What the server can do of tus 1.0.0.", status: 204),
    APIOperation(
      method: "OPTIONS", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "What the server can do of tus 1.0.0.", status: 204),
  ]
  static let creation = APIOperation(
    method: "POST", path: "/blobs/uploads", tag: "uploads", summary: "Starts an upload.",
    parameters: tus + [
      .header("Upload-Length", required: true, schema: size), .header("Upload-Metadata"),
    ],
    status: 201)
  static let resumption = [
    APIOperation(
      method: "HEAD", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "The progress of an upload.", parameters: tus),
    APIOperation(
      method: "PATCH", path: "/blobs/uploads/{upload}", tag: "uploads", summary: "Sends more.",
      parameters: tus + [
        .header("Upload-Offset", required: true, schema: size), .header("Upload-Checksum"),
      ],
      rawBody: "application/offset+octet-stream", status: 204),
    APIOperation(
      method: "DELETE", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "Cancels an upload.", parameters: tus, status: 204),
    APIOperation(
      method: "POST", path: "/blobs/uploads/{upload}", tag: "uploads",
      summary: "Any of these with X-HTTP-Method-Override.",
      parameters: tus + [
        .header(
          "X-HTTP-Method-Override", required: true,
          schema: ["enum": ["HEAD", "PATCH", "DELETE"]])
      ],
      otherStatuses: [204]),
  ]

  static let operations = offers + [creation] + resumption
}
