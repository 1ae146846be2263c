import NoteFiles
import Settings

/// The options `--profile` and `--no-pager`, which every command takes in every place before `--`.
package struct ProfileArgument: Hashable, Sendable {
  /// The arguments without the options.
  package let arguments: [String]
  /// The name that was given; nil when none was.
  package let name: String?
  /// Whether the option has no value.
  package let isIncomplete: Bool
  /// Whether long results go to the terminal at once.
  package let refusesPager: Bool

  /// Looks for the options; of a profile the last one counts.
  package init(_ arguments: [String]) {
    var refusesPager = false
    var rest: [String] = []
    var name: String?
    var isIncomplete = false
    var index = arguments.startIndex
    while index < arguments.endIndex {
      let word = arguments[index]
      index += 1
      if word == "--" {
        rest += [word] + arguments[index...]
        break
      } else if word == "--profile" {
        isIncomplete = index == arguments.endIndex
        if !isIncomplete { name = arguments[index] }
        index += isIncomplete ? 0 : 1
      } else if word.hasPrefix("--profile=") {
        name = String(word.dropFirst("--profile=".count))
      } else if word == "--no-pager" {
        refusesPager = true
      } else {
        rest.append(word)
      }
    }
    (self.arguments, self.name, self.isIncomplete) = (rest, name, isIncomplete)
    self.refusesPager = refusesPager
  }

  /// The variables with the profile that was asked for.
  package func environment(_ environment: [String: String]) -> [String: String] {
    var environment = environment
    if let name { environment["MARFA_PROFILE"] = name }
    return environment
  }

  /// Why the profile cannot be used; nil when it can, or when none was asked for.
  ///
  /// - Parameters:
  ///   - environment: The variables with the profile.
  ///   - directories: The folders without a profile.
  /// - Returns: The failure.
  package func problem(
    environment: [String: String], directories: ApplicationDirectories
  ) -> CommandFailure? {
    if isIncomplete { return CommandFailure(.usage, "--profile needs a name.") }
    guard let name = environment["MARFA_PROFILE"], !name.isEmpty else { return nil }
    if let problem = ProfileName.problem(with: name) {
      return CommandFailure(.usage, "A profile's name \(problem).")
    }
    if directories.hasProfile(name) { return nil }
    return CommandFailure(
      .notFound, "No profile named “\(name)”; `marfa profile new \(name)` creates it.")
  }
}
