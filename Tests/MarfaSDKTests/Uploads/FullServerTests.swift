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

  // MARK: - Something else answers

  private static let foreign = UploadStateMachine.Answer.transient(
    words: "Something else than the server answered.", retryAfter: nil)
  private static let page = Array("<html>Sign in</html>".utf8)

  private func answer(
    _ status: Int, _ headers: [String: String] = [:], _ body: [UInt8] = [],
    to step: UploadStateMachine.Step
  ) -> UploadStateMachine.Answer {
    UploadRequests.answer(
      TransportResponse(status: status, headers: headers, body: body), to: step, of: upload)
  }

  @Test(arguments: [
    UploadStateMachine.Step.create, .offset(url: "/u"), .piece(url: "/u", offset: 0, count: 3),
    .whole,
  ])
  func `a page in place of an answer lets an upload wait`(step: UploadStateMachine.Step) {
    for status in [400, 401, 403, 404, 409, 410] {
      #expect(answer(status, [:], Self.page, to: step) == Self.foreign, "\(status)")
    }
    if case .offset = step { return }
    #expect(answer(200, [:], Self.page, to: step) == Self.foreign)
  }

  @Test func `an answer to HEAD has no body, and is the server's where it names the protocol`() {
    let tus = ["tus-resumable": "1.0.0"]
    #expect(answer(404, tus, to: .offset(url: "/u")) == .gone)
    #expect(answer(410, tus, to: .offset(url: "/u")) == .gone)
    #expect(answer(404, [:], to: .offset(url: "/u")) == Self.foreign)
    #expect(answer(401, [:], to: .offset(url: "/u")) == .signedOut)
  }

  @Test func `a page of another length is not the blob that is asked about`() {
    #expect(answer(200, ["content-length": "3"], to: .exists) == .there)
    #expect(answer(200, [:], to: .exists) == .there)
    #expect(answer(200, ["content-length": "812"], to: .exists) == .absent)
  }
}
