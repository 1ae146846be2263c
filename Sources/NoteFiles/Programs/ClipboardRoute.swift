import Settings

/// How text gets into the system's clipboard in this session: a pure decision.
package enum ClipboardRoute: Hashable, Sendable {
  /// The escape sequence OSC 52, which the terminal carries out, also through ssh.
  case osc52
  /// A program that reads the text from its standard input.
  case command([String])
  /// Nowhere: text stays inside the application.
  case none

  /// More bytes of text than this are cut or ignored by many terminals (xterm and its kin take
  /// sequences of 100,000 bytes; base64 makes four bytes of three).
  package static let osc52Limit = 74_000

  /// Programs that take text from their standard input, by the session they work in.
  private static let wayland = [["wl-copy"]]
  private static let x11 = [
    ["xclip", "-selection", "clipboard", "-in"], ["xsel", "--clipboard", "--input"],
  ]
  private static let tmux = ["tmux", "load-buffer", "-w", "-"]

  /// Chooses the way.
  ///
  /// On ssh the local clipboard is the terminal's business: OSC 52, through tmux when that runs
  /// there. At home a program of the session is surest, then tmux, then OSC 52.
  ///
  /// - Parameters:
  ///   - method: What the person configured.
  ///   - environment: The process's variables.
  ///   - isInstalled: Whether a program is along `PATH`.
  /// - Returns: The way.
  package static func choose(
    _ method: ClipboardMethod, environment: [String: String], isInstalled: (String) -> Bool
  ) -> ClipboardRoute {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let isRemote = isSet("SSH_TTY") || isSet("SSH_CONNECTION") || isSet("SSH_CLIENT")
    let isTmux = isSet("TMUX") && isInstalled("tmux")
    switch method {
    case .none: return .none
    case .osc52: return .osc52
    case .command:
      let program = sessionProgram(environment, isInstalled) ?? (isTmux ? tmux : nil)
      return program.map(ClipboardRoute.command) ?? .none
    case .auto:
      if isTmux, isRemote { return .command(tmux) }
      if isRemote { return .osc52 }
      if let program = sessionProgram(environment, isInstalled) { return .command(program) }
      return isTmux ? .command(tmux) : .osc52
    }
  }

  private static func sessionProgram(
    _ environment: [String: String], _ isInstalled: (String) -> Bool
  ) -> [String]? {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let candidates = (isSet("WAYLAND_DISPLAY") ? wayland : []) + (isSet("DISPLAY") ? x11 : [])
    return candidates.first { isInstalled($0[0]) }
  }

  /// The program that writes what the clipboard holds to its standard output; nil where only the
  /// terminal could tell, which few terminals do.
  package var reading: [String]? {
    guard case .command(let words) = self else { return nil }
    switch words.first {
    case "wl-copy": return ["wl-paste", "--no-newline"]
    case "xclip": return ["xclip", "-selection", "clipboard", "-out"]
    case "xsel": return ["xsel", "--clipboard", "--output"]
    case "tmux": return ["tmux", "save-buffer", "-"]
    default: return nil
    }
  }

  /// The sequence that sets the clipboard: `ESC ] 52 ; c ; base64 BEL` (xterm's ctlseqs).
  package static func osc52Sequence(_ text: String) -> [UInt8] {
    var sequence = Array("\u{1b}]52;c;".utf8)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
      for index in 0..<4 {
        let isPadding = index > group.count
        sequence.append(
          isPadding ? UInt8(ascii: "=") : alphabet[Int(bits >> (18 - 6 * UInt32(index)) & 63)])
      }
    }
    return sequence + [0x07]
  }
}
