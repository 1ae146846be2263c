extension Attachment: JSONConvertible {
  /// Reads an attachment.
  ///
  /// - Parameter json: The parsed JSON.
  /// - Throws: `ResponseDecodingError` with the member under `details.field`.
  public init(json: JSONValue) throws {
    let members = try JSONMembers(json)
    self.init(
      blobRef: try members.string("blob_ref"), mimeType: try members.string("mime_type"),
      title: try members.optionalString("title"), role: try members.optionalString("role"))
  }

  /// Writes the attachment.
  public func write(to writer: inout JSONWriter) {
    var object = JSONObjectWriter(&writer)
    object.member("blob_ref", blobRef, &writer)
    object.member("mime_type", mimeType, &writer)
    object.member("title", title, &writer)
    object.member("role", role, &writer)
    object.end(&writer)
  }
}
