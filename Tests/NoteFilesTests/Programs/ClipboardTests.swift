import Foundation
import NoteFiles
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ClipboardTests {
  private func route(
    _ method: ClipboardMethod, _ environment: [String: String], installed: Set<String> = []
  ) -> ClipboardRoute {
    ClipboardRoute.choose(method, environment: environment) { installed.contains($0) }
  }

  private static let everything: Set<String> = ["wl-copy", "xclip", "xsel", "tmux"]

  @Test func `a program of the session comes first at home`() {
    let all = Self.everything

    #expect(
      route(.auto, ["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], installed: all)
        == .command(["wl-copy"]))
    #expect(
      route(.auto, ["DISPLAY": ":0"], installed: all)
        == .command(["xclip", "-selection", "clipboard", "-in"]))
    #expect(
      route(.auto, ["DISPLAY": ":0"], installed: ["xsel"])
        == .command(["xsel", "--clipboard", "--input"]))
    #expect(
      route(.auto, ["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"], installed: ["xsel"])
        == .command(["xsel", "--clipboard", "--input"]))
  }

  @Test(arguments: ["SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT"])
  func `on ssh the terminal is asked, whatever is installed`(variable: String) {
    let environment = [variable: "x", "DISPLAY": ":10"]

    #expect(route(.auto, environment, installed: Self.everything) == .osc52)
  }

  @Test func `tmux passes copied text on to the terminal`() {
    let tmux = ClipboardRoute.command(["tmux", "load-buffer", "-w", "-"])

    #expect(route(.auto, ["TMUX": "t", "SSH_TTY": "x"], installed: ["tmux"]) == tmux)
    #expect(route(.auto, ["TMUX": "t"], installed: ["tmux"]) == tmux)
    #expect(route(.auto, ["TMUX": "t", "SSH_TTY": "x"]) == .osc52)
  }

  @Test func `a method that is asked for is kept to`() {
    let environment = ["DISPLAY": ":0"]

    #expect(route(.osc52, environment, installed: Self.everything) == .osc52)
    #expect(route(.none, environment, installed: Self.everything) == .none)
    #expect(route(.command, [:], installed: Self.everything) == .none)
    #expect(
      route(.command, ["SSH_TTY": "x", "DISPLAY": ":10"], installed: ["xsel"])
        == .command(["xsel", "--clipboard", "--input"]))
    #expect(route(.auto, [:]) == .osc52)
  }

  @Test(arguments: ["", "a", "ab", "abc", "é🙂\n", String(repeating: "x", count: 1_000)])
  func `the sequence holds the text in base64`(text: String) {
    let sequence = ClipboardRoute.osc52Sequence(text)

    let expected = "\u{1b}]52;c;" + Data(text.utf8).base64EncodedString() + "\u{7}"
    #expect(String(decoding: sequence, as: UTF8.self) == expected)
  }

  @MainActor
  @Test func `a long text through the terminal is warned about`() async {
    let clipboard = Clipboard(method: .osc52, environment: [:])
    var sent = 0
    let short = await clipboard.copy("a") { sent += $0.count }
    let long = await clipboard.copy(String(repeating: "x", count: 74_001)) { sent += $0.count }

    #expect(short == .copied)
    #expect(long == .maybeCut(bytes: 74_001))
    #expect(sent > 98_000)
  }

  @Test func `without a way text stays inside`() async {
    let clipboard = Clipboard(method: .none, environment: [:])

    #expect(await clipboard.copy("a") { _ in } == .inside)
  }

  /// A directory with a program in it.
  private func directory(
    withProgram text: String, named name: String = "wl-copy"
  ) async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try await directory.writeProgram("#!/bin/sh\n" + text, to: name)
    return directory
  }

  @Test func `a program gets the text as its input`() async throws {
    let directory = try await directory(withProgram: "/bin/cat > \"$OUT\"\n")
    let clipboard = Clipboard(
      method: .auto,
      environment: [
        "PATH": directory.path, "WAYLAND_DISPLAY": "w", "OUT": directory.path + "/out",
      ])

    let outcome = await clipboard.copy("é\nx") { _ in }

    #expect(outcome == .copied)
    #expect(try directory.read("out") == "é\nx")
  }

  @Test func `a program reports what the clipboard holds`() async throws {
    let directory = try await directory(
      withProgram: "printf 'é\\nx %s' \"$1\"\n", named: "wl-paste")
    try directory.write("", to: "wl-copy")
    chmod(directory.path + "/wl-copy", 0o700)
    let clipboard = Clipboard(
      method: .auto, environment: ["PATH": directory.path, "WAYLAND_DISPLAY": "w"])

    #expect(await clipboard.text() == "é\nx --no-newline")
  }

  @Test(arguments: ["exit 1\n", "printf ''\n"])
  func `a clipboard that is empty or cannot be read leaves what was copied here`(program: String)
    async throws
  {
    let directory = try await directory(withProgram: program, named: "wl-paste")
    try directory.write("", to: "wl-copy")
    chmod(directory.path + "/wl-copy", 0o700)
    let environment = ["PATH": directory.path, "WAYLAND_DISPLAY": "w"]

    #expect(await Clipboard(method: .auto, environment: environment).text() == nil)
    #expect(await Clipboard(method: .osc52, environment: environment).text() == nil)
  }

  @Test func `a program that fails or does not read is reported`() async throws {
    let directory = try await directory(withProgram: "exit 3\n")
    let clipboard = Clipboard(
      method: .auto, environment: ["PATH": directory.path, "WAYLAND_DISPLAY": "w"])

    let outcome = await clipboard.copy(String(repeating: "x", count: 500_000)) { _ in }

    #expect(outcome == .failed(program: "wl-copy", reason: "it ended with 3"))
  }
}
