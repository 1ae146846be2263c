import Testing

@testable import MarfaSDK

@Suite(.timeLimit(.minutes(20))) struct FullServerTests {
  private let upload = BlobUpload(
    hash: "sha256:" + String(repeating: "0", count: 64), name: "a", size: 3)

  private func answer(_ status: Int, to step: UploadStateMachine.Step) -> UploadStateMachine.Answer
  {
    let body = #"{"error":{"code":"internal_error","message":"The disk is full."}}"#
    return UploadRequests.answer(
      TransportResponse(status: status, body: Array(body.utf8)), to: step, of: upload)
  }

  @Test(arguments: [UploadStateMachine.Step.create, .piece(url: "/u", offset: 0, count: 3), .whole])
  func `an upload for which a server has no room waits a minute and says so`(
    step: UploadStateMachine.Step
  ) {
    #expect(
      answer(507, to: step)
        == .transient(
          words: "The server has no room: The disk is full.", retryAfter: .seconds(60)))
  }
}
