import Foundation
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ApplicationDirectoriesTests {
  @Test func `the home directory is the last resort`() {
    let directories = ApplicationDirectories(environment: ["HOME": "/home/dee"])

    #expect(directories.configuration == "/home/dee/.config/marfa")
    #expect(directories.data == "/home/dee/.local/share/marfa")
    #expect(directories.state == "/home/dee/.local/state/marfa")
    #expect(directories.cache == "/home/dee/.cache/marfa")
    #expect(directories.runtime == nil)
    #expect(directories.edit == "/home/dee/.local/state/marfa/edit")
  }

  @Test func `the XDG variables come before it`() {
    let directories = ApplicationDirectories(environment: [
      "HOME": "/home/dee", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d",
      "XDG_STATE_HOME": "/s", "XDG_RUNTIME_DIR": "/run/user/7",
    ])

    #expect(directories.configurationFile == "/c/marfa/config.yaml")
    #expect(directories.keysFile == "/c/marfa/keys.yaml")
    #expect(directories.themes == "/c/marfa/themes")
    #expect(directories.templates == "/c/marfa/templates")
    #expect(directories.data == "/d/marfa")
    #expect(directories.state == "/s/marfa")
    #expect(directories.edit == "/run/user/7/marfa/edit")
  }

  @Test func `an XDG variable that is no absolute path counts as unset`() {
    let directories = ApplicationDirectories(environment: [
      "HOME": "/home/dee", "XDG_CONFIG_HOME": "relative", "XDG_DATA_HOME": "",
    ])

    #expect(directories.configuration == "/home/dee/.config/marfa")
    #expect(directories.data == "/home/dee/.local/share/marfa")
  }

  @Test func `our own variables name whole directories`() {
    let directories = ApplicationDirectories(
      environment: [
        "MARFA_CONFIG": "/c", "MARFA_DATA": "notes", "MARFA_STATE": "", "HOME": "/h",
        "XDG_CONFIG_HOME": "/x",
      ], currentDirectory: "/now")

    #expect(directories.configuration == "/c")
    #expect(directories.data == "/now/notes")
    #expect(directories.state == "/h/.local/state/marfa")
  }

  @Test func `without HOME the account's home is taken, and not the folder that one is in`() {
    let directories = ApplicationDirectories(
      environment: ["HOME": ""], currentDirectory: "/now", accountHome: { "/home/dee" })

    #expect(directories.data == "/home/dee/.local/share/marfa")
    #expect(ApplicationDirectories.accountHome()?.hasPrefix("/") == true)
  }

  @Test func `directories are made for their owner only`() throws {
    let parent = try TemporaryDirectory()
    let directories = ApplicationDirectories(environment: ["HOME": parent.path])

    try directories.createBesideNotes()

    for path in [directories.configuration, directories.state] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  @Test func `an unknown variable of ours is reported with a hint`() {
    let remarks = EnvironmentVariables.diagnostics(for: [
      "MARFA_DATE": "x", "MARFA_STATE": "y", "OTHER": "z",
    ])

    #expect(
      remarks.map(\.description) == [
        "environment: warning: unknown variable MARFA_DATE; did you mean 'MARFA_DATA'?"
      ])
  }

  @Test func `variables of the server are its own`() {
    let remarks = EnvironmentVariables.diagnostics(for: [
      "MARFA_SERVER_PORT": "8080", "MARFA_SERVER_WHATEVER": "x", "MARFA_SERVERS": "y",
    ])

    #expect(
      remarks.map(\.description) == [
        "environment: warning: unknown variable MARFA_SERVERS; did you mean 'MARFA_SERVER'?"
      ])
  }
}
