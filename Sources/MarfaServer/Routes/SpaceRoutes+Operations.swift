extension SpaceRoutes {
  static let audit = APIOperation(
    method: "GET", path: "/audit", tag: "administration",
    summary: "Who made and revoked keys, purged, restored and set what, newest first.",
    parameters: [.number("limit", 1...500), .text("cursor")], answer: "Object")
  static let configuration = APIOperation(
    method: "GET", path: "/tenants/current/config", tag: "administration",
    summary: "How the space is kept.", answer: "TenantConfig")
  static let setting = APIOperation(
    method: "PUT", path: "/tenants/current/config", tag: "administration",
    summary: "Sets how the space is kept; what is left out is as the server's settings say.",
    body: "TenantConfig", answer: "TenantConfig")

  static let operations = [audit, configuration, setting]
}
