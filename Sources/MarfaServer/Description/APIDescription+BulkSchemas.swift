extension APIDescription {
  /// Many changes in one request.
  static let bulkSchemas = #"""
    {
      "BulkItems": {
        "type": "object", "required": ["items"], "additionalProperties": false,
        "properties": {
          "items": {
            "type": "array", "maxItems": 5000,
            "items": {"$ref": "#/components/schemas/CreateItem"}
          },
          "mode": {"enum": ["upsert", "create_only"]}, "atomic": {"type": "boolean"},
          "emit_events": {"type": "boolean"}
        }
      },
      "BulkEdges": {
        "type": "object", "required": ["edges"], "additionalProperties": false,
        "properties": {
          "edges": {
            "type": "array", "maxItems": 5000,
            "items": {"$ref": "#/components/schemas/BulkEdge"}
          },
          "mode": {"enum": ["upsert", "create_only"]}, "atomic": {"type": "boolean"},
          "emit_events": {"type": "boolean"}
        }
      },
      "BulkEdge": {
        "type": "object", "required": ["source_id", "target_id", "edge_type"],
        "additionalProperties": false,
        "properties": {
          "id": {"$ref": "#/components/schemas/ItemID"},
          "source_id": {"$ref": "#/components/schemas/ItemID"},
          "target_id": {"$ref": "#/components/schemas/ItemID"},
          "edge_type": {"$ref": "#/components/schemas/Name"}, "properties": {"type": "object"}
        }
      },
      "BulkResult": {
        "type": "object", "required": ["counts", "results"],
        "properties": {
          "counts": {
            "type": "object", "required": ["created", "updated", "skipped", "errored"],
            "additionalProperties": {"type": "integer", "minimum": 0}
          },
          "results": {
            "type": "array",
            "items": {
              "type": "object", "required": ["index", "outcome"],
              "properties": {
                "index": {"type": "integer", "minimum": 0},
                "outcome": {"enum": ["created", "updated", "skipped", "errored"]},
                "id": {"type": "string"}, "reason": {"type": "string"},
                "error": {"$ref": "#/components/schemas/Refusal"}
              }
            }
          }
        }
      },
      "BulkAction": {
        "type": "object", "required": ["filter", "action"], "additionalProperties": false,
        "description": "Next to action: state; confirm; add, remove; tier; properties; timestamp.",
        "properties": {
          "filter": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "type": {"type": "string"}, "state": {"$ref": "#/components/schemas/State"},
              "source": {"type": "string"}, "tier": {"$ref": "#/components/schemas/Tier"},
              "tags": {"$ref": "#/components/schemas/TagList"},
              "since": {"$ref": "#/components/schemas/Time"},
              "until": {"$ref": "#/components/schemas/Time"}, "filter": {"type": "string"}
            }
          },
          "action": {
            "enum": [
              "transition", "purge", "update_tags", "update_tier", "update_properties",
              "update_timestamp"
            ]
          },
          "dry_run": {"type": "boolean"},
          "max_items": {"type": "integer", "minimum": 1, "maximum": 50000},
          "emit_events": {"type": "boolean"}, "confirm": {"type": "string"},
          "state": {"$ref": "#/components/schemas/State"},
          "add": {"$ref": "#/components/schemas/TagList"},
          "remove": {"$ref": "#/components/schemas/TagList"},
          "tier": {"$ref": "#/components/schemas/Tier"}, "properties": {"type": "object"},
          "timestamp": {"$ref": "#/components/schemas/Time"}
        }
      },
      "BulkActionResult": {
        "type": "object",
        "required": ["matched", "updated", "skipped", "errored", "dry_run", "errors"],
        "properties": {
          "matched": {"type": "integer"}, "updated": {"type": "integer"},
          "skipped": {"type": "integer"}, "errored": {"type": "integer"},
          "dry_run": {"type": "boolean"}, "errors": {"type": "array"}
        }
      },
      "MutationBatch": {
        "type": "object", "required": ["mutations"], "additionalProperties": false,
        "properties": {
          "mutations": {
            "type": "array", "maxItems": 500,
            "items": {
              "type": "object", "required": ["id", "method", "path"],
              "additionalProperties": false,
              "properties": {
                "id": {
                  "type": "string", "description": "The change's idempotency key.",
                  "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"
                },
                "method": {"enum": ["POST", "PUT", "PATCH", "DELETE"]},
                "path": {"type": "string"}, "body": {}
              }
            }
          }
        }
      },
      "MutationResults": {
        "type": "object", "required": ["results"],
        "properties": {
          "results": {
            "type": "array",
            "items": {
              "type": "object", "required": ["id", "status", "body"],
              "properties": {
                "id": {"type": "string"}, "status": {"type": "integer"}, "body": {}
              }
            }
          }
        }
      }
    }
    """#
}
