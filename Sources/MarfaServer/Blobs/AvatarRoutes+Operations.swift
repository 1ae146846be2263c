extension AvatarRoutes {
  static let setting = APIOperation(
    method: "POST", path: "/profile/me/avatar", tag: "blobs",
    summary: "Sets the picture, from a form's file or a body of image/….", rawBody: "image/*",
    answer: "Profile")
  static let removal = APIOperation(
    method: "DELETE", path: "/profile/me/avatar", tag: "profile", summary: "Removes the picture.",
    answer: "Profile")

  static let operations = [setting, removal]
}
