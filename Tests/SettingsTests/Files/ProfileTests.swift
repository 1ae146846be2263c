import Foundation
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ProfileTests {
  private func directories(_ folder: TemporaryDirectory, profile: String?) -> ApplicationDirectories
  {
    var environment = [
      "MARFA_DATA": folder.path + "/data", "MARFA_STATE": folder.path + "/state",
      "MARFA_CONFIG": folder.path + "/config", "XDG_RUNTIME_DIR": folder.path + "/run",
    ]
    environment["MARFA_PROFILE"] = profile
    return ApplicationDirectories(environment: environment)
  }

  @Test func `a profile has data, state and drafts of its own and shares the configuration`() throws
  {
    let folder = try TemporaryDirectory()

    let office = directories(folder, profile: "office")

    #expect(office.data == folder.path + "/data/profiles/office")
    #expect(office.state == folder.path + "/state/profiles/office")
    #expect(office.edit == folder.path + "/run/marfa/profiles/office/edit")
    #expect(office.configurationFile == folder.path + "/config/config.yaml")
    #expect(office.profileConfigurationFile == folder.path + "/config/profiles/office.yaml")
  }

  @Test(arguments: [nil, "", "default", "../work", "a/b", ".hidden", "-x", "w\u{1b}"])
  func `every other name means the notes without a profile`(name: String?) throws {
    let folder = try TemporaryDirectory()

    let plain = directories(folder, profile: name)

    #expect(plain == directories(folder, profile: nil))
    #expect(plain.data == folder.path + "/data")
  }

  @Test func `profiles are listed after the default one`() throws {
    let folder = try TemporaryDirectory()
    let plain = directories(folder, profile: nil)
    #expect(try plain.profileNames() == ["default"])

    for name in ["work", "Club", ".trash"] {
      try ApplicationDirectories.create(plain.dataOfProfile(name))
    }
    try folder.write("", to: "data/profiles/file")

    #expect(try plain.profileNames() == ["default", "Club", "work"])
    #expect(plain.hasProfile("work"))
    #expect(plain.hasProfile("default"))
    #expect(!plain.hasProfile("file"))
  }

  @Test func `a profile has a server of its own and the options of everybody`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      "bell: visible\nmouse: false\nserver: {url: https://home.example.org, device: laptop}\n",
      to: "config/config.yaml")
    try folder.write("mouse: true\n", to: "config/profiles/work.yaml")
    let store = ConfigurationStore(directories: directories(folder, profile: "work"))

    let before = store.load()
    try store.set("server.url", to: "https://work.example.org")
    let after = store.load()

    #expect(before.configuration.bell == .visible)
    #expect(before.configuration.isMouseEnabled)
    #expect(before.configuration.server == SyncSettings())
    #expect(before.diagnostics == [])
    #expect(after.configuration.server.url == "https://work.example.org")
    #expect(
      try folder.read("config/profiles/work.yaml")
        == "mouse: true\nserver:\n  url: \"https://work.example.org\"\n")
    let shared = ConfigurationStore(directories: directories(folder, profile: nil)).load()
    #expect(shared.configuration.server.url == "https://home.example.org")
  }
}
