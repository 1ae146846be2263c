import Testing

@Suite(.timeLimit(.minutes(20))) struct InterruptedUploadTests {
  @Test func `a file that is interrupted five times arrives whole, and its bar is right`()
    async throws
  {
    let upload = try await InterruptedUpload()

    let done = try await upload.run()

    #expect(done == InterruptedUpload.Interruption.allCases)
    #expect(upload.problems == [])
    #expect(upload.samples >= 20)
    #expect(try await upload.isWhole())
  }
}
