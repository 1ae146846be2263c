import Foundation
import MarfaSDK
import MarfaServer
import Synchronization
import TestSupport
import Testing

/// Blobs of a client without a store that are larger than a request.
@Suite(.timeLimit(.minutes(20))) struct LargeBlobTests {
  private static let content: [UInt8] = {
    var numbers = SplitMix64(seed: 15)
    return (0..<9_000_001).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
  }()

  /// A server that takes no more than a megabyte at once.
  private var settings: ServerSettings {
    var settings = ServerSettings()
    settings.maximumBlobSize = 1_000_000
    return settings
  }

  @Test(arguments: [true, false])
  func `a blob that is too large for one request is sent piece by piece`(
    isFile: Bool
  ) async throws {
    try await withLoopbackServer(settings: settings) { server in
      let client = server.client()
      let folder = try TemporaryDirectory()
      let path = folder.path + "/large"
      try Data(Self.content).write(to: URL(filePath: path))
      let steps = Mutex<[Int64]>([])
      let progress: BlobsNamespace.ProgressHandler = { sent, _ in
        steps.withLock { $0.append(sent) }
      }

      let hash =
        isFile
        ? try await client.blobs.upload(file: path, mimeType: "image/png", onProgress: progress)
        : try await client.blobs.upload(
          data: Self.content, mimeType: "image/png", onProgress: progress)

      #expect(try await client.blobs.get(hash) == Self.content)
      let seen = steps.withLock { $0 }
      #expect(seen == seen.sorted())
      #expect(seen.last == Int64(Self.content.count))
      // The server has it: no byte is sent.
      steps.withLock { $0 = [] }
      #expect(
        try await client.blobs.upload(file: path, mimeType: "image/png", onProgress: progress)
          == hash)
      #expect(steps.withLock { $0 }.isEmpty)
    }
  }

  @Test func `after a break a large blob goes on from what the server has`() async throws {
    try await withLoopbackServer(settings: settings) { server in
      let cutter = try UploadCutter(port: server.url.port ?? 0)
      let transport = CurlTransport(url: cutter.url, apiKey: server.key)
      let pacing = RemoteAPI.Pacing(sleep: { _ in }, fraction: { 0 })
      let client = MarfaClient(
        RemoteAPI(transport, configuration: ClientConfiguration(), pacing: pacing))
      let content = Self.content + Self.content
      // Four pieces that the server has answered, and the beginning of the fifth.
      cutter.letPass(4 * Int(UploadStateMachine.pieces.upperBound) + 300_000)

      async let uploaded = client.blobs.upload(data: content, mimeType: "image/png")
      await cutter.untilStalled()
      cutter.cutAll()
      // Less than all from the start would take. A piece may go out twice: libcurl repeats a
      // request by itself when a connection that it used before ends without an answer.
      cutter.letPass(17_000_000)
      let hash = try await uploaded

      #expect(cutter.cuts == 1)
      #expect(try await server.client().blobs.get(hash) == content)
    }
  }

  @Test func `one that is larger than the server takes is refused in its words`() async throws {
    var settings = settings
    settings.maximumResumableBlobSize = 5_000_000
    try await withLoopbackServer(settings: settings) { server in
      let client = server.client()
      await #expect {
        try await client.blobs.upload(data: Self.content, mimeType: "image/png")
      } throws: {
        ($0 as? APIError)?.code == ErrorCode.blobTooLarge
      }
    }
  }
}
