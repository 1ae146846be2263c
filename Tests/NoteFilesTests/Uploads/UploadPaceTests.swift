import MarfaSDK
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadPaceTests {
  @Test func `the pace is the average of sixteen seconds`() {
    var pace = UploadPace()
    for second in 0...40 {
      pace.take(
        Int64(second <= 20 ? second * 1_000 : 20_000 + (second - 20) * 3_000), at: .seconds(second))
    }

    #expect(pace.rate(at: .seconds(40)) == 3_000)
  }

  @Test func `nothing is known of the first second, nor while nothing moves`() {
    var pace = UploadPace()
    pace.take(500, at: .zero)
    pace.take(900, at: .milliseconds(900))
    #expect(pace.rate(at: .milliseconds(900)) == nil)

    pace.take(1_500, at: .seconds(2))
    #expect(pace.rate(at: .seconds(2)) == 500)
    #expect(pace.rate(at: .seconds(10)) == 100)
    #expect(pace.stall(at: .seconds(12)) == nil)
    #expect(pace.stall(at: .seconds(13)) == .seconds(11))
    #expect(pace.rate(at: .seconds(13)) == nil)
  }

  @Test func `an attempt that begins again has a pace of its own`() {
    var pace = UploadPace()
    pace.take(0, at: .zero)
    pace.take(9_000, at: .seconds(3))
    pace.take(4_000, at: .seconds(4))
    #expect(pace.rate(at: .seconds(4)) == nil)

    pace.take(5_000, at: .seconds(5))
    #expect(pace.rate(at: .seconds(5)) == 1_000)
  }

  @Test func `the whole counts what arrived, and neither what failed nor what is paused`() throws {
    func row(_ phase: BlobUploadProgress.Phase, _ acknowledged: Int64 = 0) -> UploadRow {
      UploadRow(id: "a", name: "a", phase: phase, acknowledged: acknowledged, total: 100)
    }

    let total = try #require(
      UploadTotal([
        row(.uploading, 50), row(.completed, 100), row(.failed("No."), 10), row(.paused, 20),
      ]))
    #expect((total.arrived, total.count, total.percent) == (1, 2, 75))
    #expect(UploadTotal([row(.completed, 100), row(.failed("No."))]) == nil)
    #expect(UploadTotal([row(.verifying, 100)])?.percent == 99)
    #expect(UploadTotal([row(.hashing, 30)])?.isHashing == true)
    #expect(UploadTotal([]) == nil)
  }
}
