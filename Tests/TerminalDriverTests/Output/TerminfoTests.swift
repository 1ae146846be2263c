import Foundation
import TerminalDriver
import Testing

/// The descriptions that this system has.
enum Terminfo {
  /// The compiled description of a terminal, or nil.
  static func file(of name: String) -> [UInt8]? {
    for directory in ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"] {
      let path = "\(directory)/\(name.prefix(1))/\(name)"
      if let data = FileManager.default.contents(atPath: path) { return Array(data) }
    }
    return nil
  }
}

@Suite(.timeLimit(.minutes(20))) struct TerminfoTests {
  private func entry(_ name: String) throws -> CompiledTerminfo {
    let bytes = try #require(Terminfo.file(of: name))
    return try #require(CompiledTerminfo(bytes))
  }

  @Test(arguments: [
    "xterm-256color", "tmux-256color", "screen-256color", "linux", "vt100", "xterm",
  ])
  func `a description that is written reads as the same`(name: String) throws {
    let entry = try entry(name)

    #expect(String(decoding: entry.names, as: UTF8.self).hasPrefix(name + "|"))
    #expect(entry.strings.compactMap(\.self).count > 20)
    #expect(CompiledTerminfo(entry.bytes) == entry)
  }

  @Test func `capabilities with names of their own stay`() throws {
    let entry = try entry("xterm-256color")

    let names = entry.extendedStrings.map { String(decoding: $0.name, as: UTF8.self) }
    #expect(names.contains("XM") && names.contains("Ss"))
    let direct = try #require(DirectColor.derived(from: entry))
    #expect(direct.extendedStrings == entry.extendedStrings)
    #expect(direct.extendedFlags.map { String(decoding: $0.name, as: UTF8.self) }.last == "RGB")
  }

  @Test func `only one with the 256 colours of the palette gets 24 bits`() throws {
    let linux = try entry("linux")

    #expect(DirectColor.derived(from: linux) == nil)
    #expect(DirectColor.variable(for: "no-such-terminal", environment: [:]) == nil)
    #expect(DirectColor.variable(for: "../etc/passwd", environment: [:]) == nil)
    #expect(
      DirectColor.variable(for: "xterm-256color", environment: ["TERMINFO": "b64:xyz"]) == nil)
    #expect(
      DirectColor.variable(for: "xterm-256color", environment: [:])?.hasPrefix("b64:") == true)
  }

  @Test func `a description that is cut anywhere is none, or less, and nothing breaks`() throws {
    let bytes = try #require(Terminfo.file(of: "tmux-256color"))

    for count in stride(from: 0, to: bytes.count, by: 7) {
      let entry = CompiledTerminfo(Array(bytes[..<count]))
      #expect(entry == nil || (entry?.bytes.isEmpty == false && count > 1000))
    }
    #expect(CompiledTerminfo(Array(repeating: 0xff, count: 100)) == nil)
  }
}
