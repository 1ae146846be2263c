extension APIDescription {
  /// Items, their parts, and what is done with many at once.
  static let itemSchemas = #"""
    {
      "Object": {"type": "object"},
      "ItemID": {
        "type": "string", "description": "A UUID of version 7 (RFC 9562).",
        "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"
      },
      "State": {"enum": ["active", "archived", "trashed", "revoked"]},
      "Tier": {"enum": ["library", "feed"]},
      "Name": {
        "type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[^\\u0000]+$"
      },
      "SourceID": {
        "type": "string", "minLength": 1, "maxLength": 1000, "pattern": "^[^\\u0000]+$"
      },
      "Device": {"type": "string", "maxLength": 1000, "pattern": "^[^\\u0000]*$"},
      "TagList": {"type": "array", "items": {"type": "string"}},
      "Time": {"type": "string", "format": "date-time"},
      "EdgeTargets": {
        "type": "object",
        "additionalProperties": {
          "type": "array", "items": {"$ref": "#/components/schemas/ItemID"}
        }
      },
      "Attachment": {
        "type": "object", "required": ["blob_ref", "mime_type"], "additionalProperties": false,
        "properties": {
          "blob_ref": {"$ref": "#/components/schemas/BlobHash"},
          "mime_type": {"type": "string"}, "title": {"type": "string"},
          "role": {"type": "string"}
        }
      },
      "Item": {
        "type": "object",
        "required": [
          "id", "type", "properties", "state", "version", "schema_version", "source",
          "timestamp", "created_at", "updated_at"
        ],
        "properties": {
          "id": {"$ref": "#/components/schemas/ItemID"}, "type": {"type": "string"},
          "properties": {"type": "object"}, "state": {"$ref": "#/components/schemas/State"},
          "tier": {"$ref": "#/components/schemas/Tier"},
          "tenant_id": {"type": ["string", "null"]},
          "version": {"type": "integer", "minimum": 1},
          "schema_version": {"type": "integer"}, "source": {"type": "string"},
          "source_id": {"type": "string"}, "device": {"type": "string"},
          "state_device": {
            "type": "string", "description": "The device that moved the item to its state."
          },
          "capture_latitude": {"type": "number"}, "capture_longitude": {"type": "number"},
          "timestamp": {"$ref": "#/components/schemas/Time"},
          "created_at": {"$ref": "#/components/schemas/Time"},
          "updated_at": {"$ref": "#/components/schemas/Time"},
          "attachments": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          },
          "edges": {
            "type": "object",
            "description": "Outgoing edges by type, if requested.",
            "additionalProperties": {"$ref": "#/components/schemas/HydratedEdges"}
          },
          "extensions": {"type": "object", "additionalProperties": {"type": "object"}}
        }
      },
      "Metadata": {
        "type": "object", "required": ["item_id", "tags", "extensions"],
        "properties": {
          "item_id": {"$ref": "#/components/schemas/ItemID"},
          "tags": {"$ref": "#/components/schemas/TagList"},
          "extensions": {"type": "object", "additionalProperties": {"type": "object"}}
        }
      },
      "ItemResponse": {
        "type": "object", "required": ["item", "metadata"],
        "properties": {
          "item": {"$ref": "#/components/schemas/Item"},
          "metadata": {"$ref": "#/components/schemas/Metadata"}
        }
      },
      "MetadataResponse": {
        "type": "object", "required": ["metadata"],
        "properties": {"metadata": {"$ref": "#/components/schemas/Metadata"}}
      },
      "ItemPage": {
        "type": "object", "required": ["data", "cursor", "has_more"],
        "properties": {
          "data": {
            "type": "array",
            "description": "Items; with include=metadata, each next to its metadata.",
            "items": {
              "anyOf": [
                {"$ref": "#/components/schemas/Item"},
                {"$ref": "#/components/schemas/ItemResponse"}
              ]
            }
          },
          "cursor": {"type": ["string", "null"]}, "has_more": {"type": "boolean"}
        }
      },
      "Stats": {
        "type": "object", "required": ["active", "archived", "trashed"],
        "additionalProperties": {"type": "integer", "minimum": 0}
      },
      "Versions": {
        "type": "object", "required": ["versions"],
        "properties": {
          "versions": {
            "type": "array",
            "items": {
              "type": "object",
              "required": ["id", "item_id", "version", "properties", "created_at"],
              "properties": {
                "id": {"type": "string"}, "item_id": {"$ref": "#/components/schemas/ItemID"},
                "version": {"type": "integer"}, "properties": {"type": "object"},
                "created_at": {"$ref": "#/components/schemas/Time"},
                "device": {"type": "string"}
              }
            }
          }
        }
      },
      "Extensions": {
        "type": "object", "required": ["extensions"],
        "properties": {
          "extensions": {"type": "object", "additionalProperties": {"type": "object"}}
        }
      },
      "Extension": {
        "type": "object", "required": ["namespace", "data"],
        "properties": {
          "namespace": {"type": "string"}, "data": {"type": ["object", "null"]}
        }
      },
      "CreateItem": {
        "type": "object", "required": ["type"], "additionalProperties": false,
        "properties": {
          "id": {"$ref": "#/components/schemas/ItemID"},
          "type": {"$ref": "#/components/schemas/Name"},
          "properties": {"type": "object"}, "state": {"$ref": "#/components/schemas/State"},
          "tier": {"$ref": "#/components/schemas/Tier"},
          "timestamp": {"$ref": "#/components/schemas/Time"}, "source": {"type": "string"},
          "source_id": {"$ref": "#/components/schemas/SourceID"},
          "device": {"$ref": "#/components/schemas/Device"},
          "capture_latitude": {"type": "number"}, "capture_longitude": {"type": "number"},
          "tags": {"$ref": "#/components/schemas/TagList"},
          "edges": {"$ref": "#/components/schemas/EdgeTargets"},
          "attachments": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          },
          "extensions": {"type": "object", "additionalProperties": {"type": "object"}}
        }
      },
      "PatchItem": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "properties": {"type": "object"}, "version": {"type": "integer", "minimum": 0},
          "snapshot": {"type": "boolean"}, "tier": {"$ref": "#/components/schemas/Tier"},
          "timestamp": {"$ref": "#/components/schemas/Time"},
          "source_id": {"$ref": "#/components/schemas/SourceID"},
          "device": {"$ref": "#/components/schemas/Device"},
          "edges": {"$ref": "#/components/schemas/EdgeTargets"},
          "attachments": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          },
          "attachments_base": {
            "type": "array", "items": {"$ref": "#/components/schemas/Attachment"}
          }
        }
      },
      "Transition": {
        "type": "object", "required": ["state"], "additionalProperties": false,
        "properties": {
          "state": {"enum": ["active", "archived", "trashed"]},
          "device": {"$ref": "#/components/schemas/Device"}
        }
      },
      "Tags": {
        "type": "object", "additionalProperties": false,
        "properties": {"tags": {"$ref": "#/components/schemas/TagList"}}
      },
      "SomeTags": {
        "type": "object", "required": ["tags"], "additionalProperties": false,
        "properties": {
          "tags": {
            "type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}
          }
        }
      },
      "TagCounts": {
        "type": "object", "required": ["tags"],
        "properties": {
          "tags": {
            "type": "array",
            "items": {
              "type": "object", "required": ["tag", "count"],
              "properties": {
                "tag": {"type": "string"}, "count": {"type": "integer", "minimum": 1}
              }
            }
          }
        }
      },
      "SearchResults": {
        "type": "object", "required": ["results"],
        "properties": {
          "results": {
            "type": "array",
            "items": {
              "type": "object", "required": ["item", "metadata", "relevance_score"],
              "properties": {
                "item": {"$ref": "#/components/schemas/Item"},
                "metadata": {"$ref": "#/components/schemas/Metadata"},
                "relevance_score": {"type": "number"}, "snippet": {"type": "string"},
                "snippet_html": {"type": "string"}
              }
            }
          }
        }
      }
    }
    """#
}
