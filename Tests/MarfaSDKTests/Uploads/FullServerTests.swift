import MarfaSDKTestSupport
import TestSupport
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
    words: "Something on the way answered, and not the server.", retryAfter: nil)
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

  @Test func `a piece that is too large for the way is sent in smaller ones`() {
    func piece(_ count: Int64) -> UploadStateMachine.Step {
      .piece(url: "/u", offset: 0, count: count)
    }
    let least = UploadStateMachine.pieces.lowerBound
    #expect(answer(413, [:], Self.page, to: piece(least + 1)) == .tooLarge)
    let words = "The server answered 413 without a reason."
    #expect(answer(413, [:], Self.page, to: piece(least)) == .refused(words: words))
    let tus = ["tus-resumable": "1.0.0"]
    #expect(answer(413, tus, Self.page, to: piece(least + 1)) == .refused(words: words))
  }

  @Test func `after a piece that was too large all are smaller`() {
    let first = UploadStateMachine.firstPiece
    var machine = UploadStateMachine()
    _ = machine.on(.connected(.init(resumes: true, knows: true)))
    _ = machine.on(.loaded([BlobUpload(hash: "a", name: "a", size: 8 * first, url: "/a")]))
    _ = machine.on(.known(asked: ["a"], there: []))
    var steps: [UploadStateMachine.Step] = []
    for answer in [.offset(0), .tooLarge, .offset(0), .offset(first / 2)]
      as [UploadStateMachine.Answer]
    {
      for case .perform(_, let step, let made) in machine.on(
        .answered("a", step: steps.count + 1, answer))
      {
        #expect(step == steps.count + 2)
        steps.append(made)
      }
    }

    #expect(
      steps == [
        .piece(url: "/a", offset: 0, count: first), .offset(url: "/a"),
        .piece(url: "/a", offset: 0, count: first / 2),
        .piece(url: "/a", offset: first / 2, count: first / 2),
      ])
  }

  @Test func `a success without a word about the upload is not the server's`() {
    let gateway = Array(#"{"status": "ok"}"#.utf8)
    #expect(answer(200, [:], gateway, to: .create) == Self.foreign)
    #expect(answer(200, [:], gateway, to: .whole) == Self.foreign)
    let stored = Array(#"{"hash": "\#(upload.hash)"}"#.utf8)
    #expect(answer(201, [:], stored, to: .whole) == .complete)
    #expect(answer(201, [:], Array(#"{"hash": "sha256:1"}"#.utf8), to: .whole) == .damaged)
    #expect(answer(201, ["location": "/u/1"], to: .create) == .created(url: "/u/1"))
  }

  @Test func `an answer to HEAD is the server's if it names the protocol`() {
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

  @Test(arguments: [302, 400, 403, 405])
  func `a refused question whether a blob is there does not refuse the blob`(status: Int) {
    #expect(answer(status, [:], to: .exists) == .absent)
    #expect(answer(401, [:], to: .exists) == .signedOut)
  }

  /// How far an upload is, by the answers to HEAD and to GET.
  private func standing(
    _ head: Int, _ page: TransportResponse
  ) async throws -> (answer: UploadStateMachine.Answer, methods: [String]) {
    let transport = MockTransport()
    transport.enqueue(TransportResponse(status: head))
    transport.enqueue(page)
    let fixture = try await StoreFixture()
    let requests = UploadRequests(files: fixture.store.blobs, transport: transport)
    let answer = try await requests.perform(.offset(url: "/u"), of: upload) { _ in }
    return (answer, transport.requests.map(\.method))
  }

  @Test func `a server that names no protocol is known by its words`() async throws {
    let refusal = TransportResponse(
      status: 403,
      body: Array(#"{"error":{"code":"forbidden","message":"The key may not upload."}}"#.utf8))
    let known = TransportResponse(
      status: 405, body: Array(#"{"error":{"code":"validation_error","message":"No."}}"#.utf8))

    let refused = try await standing(403, refusal)
    #expect(refused.answer == .refused(words: "The key may not upload."))
    #expect(refused.methods == ["HEAD", "GET"])
    #expect(try await standing(404, known).answer == .gone)
    let words = "The server answered 403 without a reason."
    #expect(try await standing(403, known).answer == .refused(words: words))
    let page = TransportResponse(status: 403, body: Self.page)
    #expect(try await standing(403, page).answer == Self.foreign)
  }
}
