import Foundation

/// What the second device of a demo does, step by step, again and again.
struct DemoScript: Sendable {
  /// The second device.
  let laptop: DemoProgram
  /// The device whose notes are on the screen.
  let desk: DemoProgram
  let folder: DemoFolder

  /// How many steps a round has.
  static let count = 11

  /// Whether the device on the screen exchanges nothing after a step.
  static func isDeskOffline(after number: Int) -> Bool { [8, 9].contains(number % count) }

  /// Whether the second device exchanges nothing after a step.
  private static func isLaptopOffline(after number: Int) -> Bool { number % count == 6 }

  /// Does a step.
  ///
  /// A step that does not succeed is left out: the person may have renamed or removed its note.
  ///
  /// - Parameter number: The step, from 0.
  /// - Returns: What was done, in words; nil for nothing.
  /// - Throws: `CommandFailure` when a program cannot be started.
  func perform(_ number: Int) async throws -> String? {
    let round = number / Self.count + 1
    let words: String? =
      switch number % Self.count {
      case 0:
        try await append("- [ ] \(Self.goods[round % Self.goods.count])\n", to: "Shopping")
          .then("put \(Self.goods[round % Self.goods.count]) on [[Shopping]]")
      case 1:
        try await laptop.run(["tag", "add", "seen-\(round)", "Field notes"])
          .then("tagged [[Field notes]] with seen-\(round)")
      case 2: try await writeNote(round)
      case 3: try await attach(round)
      case 4: try await link()
      case 5: try await attachHere(round)
      case 6: try await goAway(round)
      case 7: try await appear(round)
      case 8: try await changeThere(round)
      case 9: try await changeHere(round)
      default: try await comeBack()
      }
    guard let words else { return nil }
    _ = try await append("- \(words)\n", to: DemoSamples.log)
    if Self.isLaptopOffline(after: number) { return words }
    return try await laptop.exchange().then(words)
  }

  private static let goods = ["apples", "barley", "carrots", "dill", "eggs", "figs", "honey"]

  // MARK: - Steps

  private func append(_ text: String, to title: String) async throws -> DemoProgram.Result {
    try await append(text, to: title, on: laptop)
  }

  private func append(
    _ text: String, to title: String, on device: DemoProgram
  ) async throws -> DemoProgram.Result {
    let present = try await device.run(["show", title])
    guard present.succeeded else { return present }
    return try await device.run(["edit", title, "-"], input: present.output + text)
  }

  private func writeNote(_ round: Int) async throws -> String? {
    let title = "Idea \(round)"
    return try await laptop.run(
      ["new", "--title", title, "--notebook", "Birds"],
      input: "A second hide, by the east ditch. See [[Field notes]].\n"
    ).then("wrote [[\(title)]]")
  }

  private func attach(_ round: Int) async throws -> String? {
    let name = "song-\(round).ogg"
    return try await attach(name, megabytes: 4, to: "Field notes", on: laptop)
      .then("attached \(name), 4 MB, to [[Field notes]]")
  }

  /// Attaches a file on the device on the screen, which shows its bar.
  private func attachHere(_ round: Int) async throws -> String? {
    let name = "hide-\(round).mp4"
    return try await attach(name, megabytes: 6, to: "Ring records", on: desk)
      .then("let this device attach \(name), 6 MB, to [[Ring records]]: watch its bar")
  }

  /// Attaches a file with bytes of its own in each round, so that it is really sent.
  private func attach(
    _ name: String, megabytes: Int, to title: String, on device: DemoProgram
  ) async throws -> DemoProgram.Result {
    var state = name.utf8.reduce(UInt64(megabytes)) { $0 &* 31 &+ UInt64($1) }
    let bytes = (0..<megabytes * 1_000_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    try folder.write(bytes, to: name)
    defer { unlink(folder.path + "/" + name) }
    return try await device.run(["attach", title, folder.path + "/" + name])
  }

  private func link() async throws -> String? {
    try await laptop.run(["link", "Ring records", "Rye bread"])
      .then("linked [[Ring records]] to [[Rye bread]]")
  }

  /// The second device exchanges nothing for a while, and goes on working.
  private func goAway(_ round: Int) async throws -> String? {
    let title = "Night walk \(round)"
    return try await laptop.run(
      ["new", "--title", title, "--notebook", "Birds"],
      input: "No connection out here. An owl by the mill, see [[Field notes]].\n"
    ).then("went offline, and wrote [[\(title)]]")
  }

  private func appear(_ round: Int) async throws -> String? {
    try await append("- [ ] lamp oil, for walk \(round + 1)\n", to: "Shopping")
      .then("put lamp oil on [[Shopping]], and came back with all that it wrote offline")
  }

  /// The device on the screen exchanges nothing for a while, and the other one goes on working.
  private func changeThere(_ round: Int) async throws -> String? {
    guard try await exchange("manual") else { return nil }
    return try await bake(for: 50 + round, on: laptop).map { _ in
      "set the oven time of [[Rye bread]] to \(50 + round) minutes, while this device is offline"
    }
  }

  private func changeHere(_ round: Int) async throws -> String? {
    try await bake(for: 40 + round, on: desk).map { _ in
      "heard nothing of this device, which set the oven time to \(40 + round) minutes"
    }
  }

  private func comeBack() async throws -> String? {
    guard try await exchange("auto") else { return nil }
    return "saw this device come back: both changed the oven time of [[Rye bread]]; "
      + "press `c` to decide"
  }

  /// Lets the device on the screen exchange by itself, or not.
  private func exchange(_ mode: String) async throws -> Bool {
    try await desk.run(["config", "set", "sync.mode", mode]).succeeded
  }

  /// Writes another oven time into the recipe; nil when there is none any more.
  private func bake(for minutes: Int, on device: DemoProgram) async throws -> Bool? {
    let present = try await device.run(["show", "Rye bread"])
    guard present.succeeded else { return nil }
    let lines = present.output.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("Bake for ") ? "Bake for \(minutes) minutes." : String($0)
    }
    let text = lines.joined(separator: "\n")
    return try await device.run(["edit", "Rye bread", "-"], input: text).succeeded ? true : nil
  }
}

extension DemoProgram.Result {
  /// The words, if the program ended with 0.
  fileprivate func then(_ words: String) -> String? { succeeded ? words : nil }
}
