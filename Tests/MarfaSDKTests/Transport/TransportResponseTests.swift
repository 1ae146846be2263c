import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct TransportResponseTests {
  private func error(
    _ status: Int, _ body: String, headers: [String: String] = [:]
  ) -> (any MarfaError)? {
    TransportResponse(status: status, headers: headers, body: Array(body.utf8))
      .error(clientPatch: ["title": "mine"])
  }

  @Test(arguments: [
    (400, "invalid_properties", "ValidationError"), (401, "expired_token", "UnauthorizedError"),
    (403, "type_not_permitted", "ForbiddenError"), (404, "item_not_found", "NotFoundError"),
    (409, "source_id_conflict", "APIError"), (413, "blob_too_large", "APIError"),
    (422, "validation_error", "ValidationError"), (429, "rate_limited", "APIError"),
    (500, "internal_error", "APIError"),
  ])
  func `a status and its envelope are a documented error`(
    status: Int, code: String, type: String
  ) {
    let error = error(
      status, #"{"error":{"code":"\#(code)","message":"Why.","details":{"field":"x"}}}"#)

    #expect(error.map { String(describing: Swift.type(of: $0)) } == type)
    #expect(error?.code == code)
    #expect(error?.message == "Why.")
    #expect(error?.status == status)
    #expect(error?.details == ["field": "x"])
  }

  @Test func `a version conflict has its whole context`() throws {
    let conflict = try #require(
      error(
        409,
        """
        {"error": {"code": "version_conflict", "status": 409},
         "current": {"version": 5, "properties": {"title": "theirs"}},
         "ancestor": null, "conflicting_fields": ["title"],
         "merge_policy": {"fields": {"title": "keep_both_copies"}, "default": "last_writer_wins"}}
        """) as? ConflictError)

    #expect(conflict.current.version == 5)
    #expect(conflict.ancestor == nil)
    #expect(conflict.conflictingFields == ["title"])
    #expect(conflict.clientPatch == ["title": "mine"])
    #expect(conflict.mergePolicy.strategy(of: "title") == .keepBothCopies)
  }

  @Test(arguments: [
    (302, "invalid_request"), (401, "unauthorized"), (403, "forbidden"), (404, "not_found"),
    (413, "blob_too_large"), (418, "invalid_request"), (429, "rate_limited"),
    (502, "internal_error"),
  ])
  func `a body that is no envelope gives an error of the status`(status: Int, code: String) {
    let error = error(status, "<html>Bad Gateway</html>")

    #expect(error?.code == code)
    #expect(error?.status == status)
    #expect(error?.message.contains("html") == false)
  }

  @Test func `the wait that is asked for is among the details`() {
    let date = TransportResponse(
      status: 503,
      headers: [
        "date": "Sun, 06 Nov 1994 08:49:37 GMT", "retry-after": "Sun, 06 Nov 1994 08:51:07 GMT",
      ])
    #expect(date.retryAfter == .seconds(90))
    #expect(TransportResponse(status: 503, headers: ["retry-after": "soon"]).retryAfter == nil)
    let error = error(429, "", headers: ["retry-after": "12"])

    #expect(error?.details?["retry_after"] == 12)
  }

  @Test(arguments: [200, 201, 204, 299])
  func `a response of success has no error`(status: Int) {
    #expect(error(status, "") == nil)
  }
}
