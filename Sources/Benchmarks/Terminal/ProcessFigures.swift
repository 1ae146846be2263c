import Foundation

/// What one process uses, from procfs; proc_pid_stat(5), proc_pid_status(5).
struct ProcessFigures {
  private let process: Int32

  init(_ process: Int32) {
    self.process = process
  }

  /// Processor time that it has used, in seconds.
  var processorSeconds: Double {
    // The name in parentheses may have spaces.
    let fields = text("stat").split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12])
    else { return .nan }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Memory that is resident now, in bytes.
  var residentBytes: Double { status("VmRSS") }

  /// The most memory that was ever resident, in bytes.
  var mostResidentBytes: Double { status("VmHWM") }

  /// Memory of its own that is resident now, in bytes: not the program's file nor the libraries',
  /// which the system drops and reads again.
  var ownBytes: Double { status("RssAnon") }

  /// The processes that it has started and that still run.
  var children: [Int32] {
    text("task/\(process)/children").split(separator: " ").compactMap { Int32($0) }
  }

  private func status(_ name: String) -> Double {
    let line = text("status").split(separator: "\n").first { $0.hasPrefix("\(name):") }
    let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
    return kibibytes.flatMap { Double($0) }.map { $0 * 1024 } ?? .nan
  }

  private func text(_ name: String) -> String {
    // Without procfs there is no figure.
    (try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8)) ?? ""
  }
}
