import Foundation
import MarfaModel
import MarfaServer
import Testing

/// What the server says to the person who starts it.
@Suite(.timeLimit(.minutes(20))) struct StartFailureTests {
  @Test func `an error of the file system names path and reason`() {
    do {
      try FileManager.default.createDirectory(
        atPath: "/proc/marfa-server", withIntermediateDirectories: true)
      Issue.record("The folder was made.")
    } catch {
      #expect(StartFailure.cause(of: error) == "/proc/marfa-server: No such file or directory")
    }
  }

  @Test func `a data folder that cannot be made is named with the reason`() {
    do {
      _ = try SQLiteServerStore(
        besideServerIn: "/proc/marfa-server", ids: ItemIdGenerator())
      Issue.record("The store was opened.")
    } catch {
      #expect(
        "\(error)"
          == "The folder cannot be made: /proc/marfa-server: No such file or directory.")
    }
  }

  @Test func `nothing in a message acts on a terminal`() {
    #expect(
      HarmlessText.visible("Unexpected '\u{1b}]0;x\u{7}\u{9b}\u{202e}é'\n\tUsage")
        == "Unexpected '<001B>]0;x<0007><009B><202E>é'\n\tUsage")
  }
}
