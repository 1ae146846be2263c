import Foundation
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct StorageConfigTests {
  private struct Moment: Codable, Equatable {
    let date: Date
  }

  @Test func `a date survives coding with its fraction`() throws {
    let config = StorageConfig()
    let moment = Moment(date: Date(timeIntervalSince1970: 1_000_000.123_456))

    let bytes = try config.makeEncoder().encode(moment)

    #expect(try config.makeDecoder().decode(Moment.self, from: bytes) == moment)
  }

  @Test func `the hooks adjust every coder`() throws {
    let config = StorageConfig(
      configureEncoder: { $0.dateEncodingStrategy = .iso8601 },
      configureDecoder: { $0.dateDecodingStrategy = .iso8601 })
    let moment = Moment(date: Date(timeIntervalSince1970: 0))

    let bytes = try config.makeEncoder().encode(moment)

    #expect(String(decoding: bytes, as: UTF8.self).contains("1970-01-01T00:00:00Z"))
    #expect(try config.makeDecoder().decode(Moment.self, from: bytes) == moment)
  }

  @Test func `the documented defaults hold`() {
    let config = StorageConfig()

    #expect(config.defaultTTL == 300)
    #expect(config.diskQuotaBytes == 20 * 1024 * 1024)
    #expect(config.namespace == "storage")
  }
}
