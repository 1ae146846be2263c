import Foundation

/// Files that go between a device and its server over loopback, each a program of its own; curl
/// sends and fetches as many bytes, to and from the same server.
///
/// It is the `marfa` next to this executable; without it or curl the area says so and measures
/// nothing.
enum AttachmentsArea {
  private static let mebibytes = 1024
  private static let rounds = 3

  static func run(_ report: Report, _ setting: Setting) async throws {
    guard report.wants("attachments") else { return }
    guard let programs = AttachmentScene.programs else {
      print("(skipped: build the product marfa first, and install curl)")
      return
    }
    let scene = try AttachmentScene(setting, programs)
    let desk = try scene.device("desk")
    try await throughput(report, scene, desk)
    try memory(report, scene, desk)
    try keys(report, scene, desk)
    try restart(report, scene, desk)
  }

  // MARK: - Throughput

  private static func throughput(
    _ report: Report, _ scene: AttachmentScene, _ desk: AttachmentScene.Device
  ) async throws {
    var (number, file) = (0, "")
    try await report.row(
      samples: rounds, .ratio(1 / 0.8),
      baseline: Action(
        "curl, the same requests, one piece",
        prepare: { file = try scene.file(mebibytes: mebibytes) },
        work: { try scene.curlUpload(file) }),
      ours: Action(
        "1 GiB that was attached to the server: sync",
        prepare: {
          number += 1
          file = try scene.file(mebibytes: mebibytes)
          try desk.attach(file, to: "Up \(number)")
          unlink(file)
        }, work: { try desk.run(["sync", "--wait", "--quiet"]) }))
    let phone = try scene.device("phone")
    try phone.run(["sync", "--wait", "--quiet"])
    try await download(report, scene, phone, newest: number)
  }

  /// How fast the files of some notes are fetched.
  private static func download(
    _ report: Report, _ scene: AttachmentScene, _ phone: AttachmentScene.Device, newest: Int
  ) async throws {
    var number = newest
    // Both find the server's file in memory, whichever came before.
    func warm() throws -> String {
      let listed = try phone.run(["attach", "Up \(number)", "--format", "{hash}"])
      let hash = listed.trimmingCharacters(in: .whitespacesAndNewlines)
      try scene.curlDownload(hash, to: "/dev/null")
      return hash
    }
    var hash = ""
    try await report.row(
      samples: rounds, .ratio(1 / 0.8),
      baseline: Action(
        "curl",
        prepare: {
          unlink(scene.folder + "/curl")
          hash = try warm()
        },
        work: { try scene.curlDownload(hash, to: scene.folder + "/curl") }),
      ours: Action(
        "1 GiB from the server, verified: get",
        prepare: {
          unlink(scene.folder + "/got")
          _ = try warm()
        },
        work: {
          // Each has bytes that the device does not have yet.
          let title = "Up \(number)"
          number -= 1
          try phone.run(["get", title, "--output", scene.folder + "/got", "--progress", "none"])
        }))
  }

  // MARK: - Memory

  private static func memory(
    _ report: Report, _ scene: AttachmentScene, _ desk: AttachmentScene.Device
  ) throws {
    let file = try scene.file(mebibytes: 2 * mebibytes)
    try scene.restartServer()
    let note = ["new", "--title", "Two", "a"]
    show(report, "a note made", try peak(try desk.start(note), scene).device, nil)
    let attach = ["attach", "Two", file, "--progress", "none"]
    show(report, "2 GiB hashed and copied", try peak(try desk.start(attach), scene).device)
    unlink(file)
    let sent = try peak(try desk.start(["sync", "--wait", "--quiet"]), scene)
    show(report, "2 GiB sent: the device", sent.device)
    show(report, "2 GiB sent: the server", sent.server)
    try scene.restartServer()
    let phone = try scene.device("tablet")
    try phone.run(["sync", "--wait", "--quiet"])
    let get = ["get", "Two", "--output", scene.folder + "/two", "--progress", "none"]
    let fetched = try peak(try phone.start(get), scene)
    show(report, "2 GiB fetched: the device", fetched.device)
    show(report, "2 GiB fetched: the server", fetched.server)
    unlink(scene.folder + "/two")
  }

  /// Prints what was resident, and what of it was the process's own and not read from program
  /// files.
  private static func show(
    _ report: Report, _ what: String, _ peak: Peak, _ most: Double? = 40e6
  ) {
    report.show("most memory, " + what, bytes: peak.resident, nil, most: most)
    report.show("- its own, without program files", bytes: peak.own, nil, most: most)
  }

  /// The most memory of a process, in bytes.
  private struct Peak {
    var resident = 0.0
    var own = 0.0

    mutating func see(_ resident: Double, _ own: Double) {
      (self.resident, self.own) = (max(self.resident, resident), max(self.own, own))
    }
  }

  /// The most memory of a program and of the server until the program's end.
  private static func peak(
    _ process: Process, _ scene: AttachmentScene
  ) throws -> (device: Peak, server: Peak) {
    var (device, server) = (Peak(), Peak())
    while process.isRunning {
      let figures = ProcessFigures(process.processIdentifier)
      device.see(figures.mostResidentBytes, figures.ownBytes)
      server.see(scene.server.mostResidentBytes, scene.server.ownBytes)
      usleep(2_000)
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw AttachmentScene.Failure(what: "\(process.arguments ?? []) failed")
    }
    return (device, server)
  }

  // MARK: - Keys

  /// Keys in the list while a file goes to the server as fast as it can.
  private static func keys(
    _ report: Report, _ scene: AttachmentScene, _ desk: AttachmentScene.Device
  ) throws {
    for number in 0..<40 { try desk.run(["new", "--title", "Note \(number)", "text"]) }
    try desk.run(["sync", "--wait", "--quiet"])
    let file = try scene.file(mebibytes: 4 * mebibytes)
    try desk.attach(file, to: "Four")
    unlink(file)
    let window = try desk.window()
    var times: [Double] = []
    _ = window.output(silence: 5, first: 3000)
    while try scene.openUploads() == 0 { window.drain(milliseconds: 5) }
    while try scene.openUploads() > 0, times.count < 400 {
      window.type(times.count % 40 < 20 ? "j" : "k")
      // The first bytes: later ones may be those of the bar.
      times.append(window.output(silence: 0, first: 1000).end)
      window.drain(milliseconds: 5)
    }
    report.show(
      "key j to its bytes while 4 GiB go out (\(times.count))", Samples(times), nil,
      .p95(seconds: 0.005))
    while try scene.openUploads() > 0 { window.drain(milliseconds: 50) }
    window.type("Q")
    window.drain(milliseconds: 500)
  }

  // MARK: - Restart

  /// From the start of a program that goes on with an upload to the server's next bytes.
  private static func restart(
    _ report: Report, _ scene: AttachmentScene, _ desk: AttachmentScene.Device
  ) throws {
    var times: [Double] = []
    for round in 0..<5 {
      let file = try scene.file(mebibytes: mebibytes)
      try desk.attach(file, to: "Restart \(round)")
      unlink(file)
      let first = try desk.start(["sync", "--wait", "--quiet"])
      while try (scene.newestOffset() ?? 0) < 100 << 20 { usleep(1_000) }
      kill(first.processIdentifier, SIGKILL)
      first.waitUntilExit()
      // What is on its way arrives, or is given up.
      usleep(300_000)
      let before = try scene.newestOffset() ?? 0
      let start = Action.passedSeconds()
      let second = try desk.start(["sync", "--wait", "--quiet"])
      while let offset = try scene.newestOffset(), offset <= before, second.isRunning {
        usleep(500)
      }
      times.append(Action.passedSeconds() - start)
      second.waitUntilExit()
    }
    report.show("start to the server's next bytes", Samples(times), nil, .median(seconds: 0.5))
  }
}
