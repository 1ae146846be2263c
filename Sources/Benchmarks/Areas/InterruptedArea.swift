import Foundation

/// A gibibyte that is interrupted five times on its way to a server, at 40 MB/s: the device is
/// killed, the server is killed, the network is cut, the device is suspended, the program is left.
///
/// Every 100 ms the bytes that the device says are there are compared with those that the server
/// has. `marfa` runs in a terminal that nobody sees, as a person runs it.
enum InterruptedArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    guard report.wants("interrupted") else { return }
    guard let programs = AttachmentScene.programs else {
      print("(skipped: build the product marfa first, and install curl)")
      return
    }
    let scene = try AttachmentScene(setting, programs)
    let upload = try InterruptedUpload(scene, mebibytes: 1024, bytesPerSecond: 40e6)
    let start = Action.passedSeconds()
    for interruption in try await upload.run() {
      report.show(
        "resumed after: \(interruption.kind.rawValue) at \(interruption.offset >> 20) MiB",
        Samples([interruption.resumed - interruption.ended]), nil)
    }
    report.show("in all", Samples([Action.passedSeconds() - start]), nil)
    report.say("samples, each 100 ms", "\(upload.samples)")
    report.say("largest distance from the server", Report.text(bytes: Double(upload.distance)))
    report.say("faults", upload.problems.isEmpty ? "none" : "\(upload.problems)")
    report.say("whole on the server", try upload.isWhole() ? "yes" : "NO")
  }
}
