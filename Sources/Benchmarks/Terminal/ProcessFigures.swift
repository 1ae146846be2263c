import Foundation

/// What one process uses, from its clock and procfs; clock_getcpuclockid(3), proc_pid_status(5).
struct ProcessFigures {
  private let process: Int32

  init(_ process: Int32) {
    self.process = process
  }

  /// Processor time that all its threads have used, in seconds, as exact as the system counts.
  var processorSeconds: Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0
    else { return .nan }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
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
