extension ProfileRoutes {
  static let profile = APIOperation(
    method: "GET", path: "/profile/me", tag: "profile", summary: "The owner of the space.",
    answer: "Profile")
  static let patching = APIOperation(
    method: "PATCH", path: "/profile/me", tag: "profile", summary: "Changes the profile.",
    body: "PatchProfile", answer: "Profile")

  static let operations = [profile, patching]
}
