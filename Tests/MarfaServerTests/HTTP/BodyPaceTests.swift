import MarfaServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct BodyPaceTests {
  @Test func `a body that drips is too slow after a minute, and not before`() {
    var pace = BodyPace(now: .zero)

    let answers = (1...60).map { pace.take(1, now: .seconds($0)) }

    #expect(answers.dropLast().allSatisfy { $0 })
    #expect(answers.last == false)
  }

  @Test func `each minute counts for itself`() {
    var pace = BodyPace(now: .zero)

    let pieces = [
      (1 << 20, 59), (1, 60), (BodyPace.least - 1, 119), (1, 120), (BodyPace.least - 1, 179),
      (0, 180),
    ]
    let answers = pieces.map { pace.take($0.0, now: .seconds($0.1)) }

    #expect(answers == [true, true, true, true, true, false])
  }

  @Test(arguments: ["/blobs", "/blobs/uploads", "/profile/me/avatar"])
  func `a body that drips is cut, however short it is to be`(path: String) async throws {
    let minutes = Atomic(0)
    // Each byte comes a minute after the one before.
    let elapsed: @Sendable (ContinuousClock.Instant) -> Duration = { _ in
      .seconds(60 * minutes.add(1, ordering: .relaxed).newValue)
    }
    try await BodyPace.$elapsed.withValue(elapsed) {
      try await FlowServer.run { server in
        let answer = try await RawConnection.open(port: server.port) { connection in
          try await connection.send(
            "POST \(path) HTTP/1.1\r\nHost: a\r\n\(server.authorization)\r\n"
              + "Tus-Resumable: 1.0.0\r\nUpload-Length: 9\r\nContent-Length: 9\r\nContent-Type: "
              + (path == "/blobs/uploads" ? "application/offset+octet-stream" : "image/png")
              + "\r\n\r\nx")
          // The request has begun by then.
          #expect(try await server.send("GET", "/items").status == 200)
          try await connection.send("12345678")
          return try await connection.answer()
        }

        #expect(answer.status == 408, "\(answer.text)")
      }
    }
  }
}
