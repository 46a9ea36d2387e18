"""An app's catalog, as validators of the messages in either direction. Needs jsonschema, 4.10 or newer."""

from urllib.parse import unquote

import jsonschema

import hosting

VALIDATOR = jsonschema.Draft202012Validator


class Catalog:
    """The document of an app, and what its definitions say of a value."""

    def __init__(self, document):
        self.document = document
        self.heights = {}
        self.to_core, self.to_host, self.state = map(self.validator, ("@toCore", "@toHost", "@state"))

    @classmethod
    def of(cls, app):
        return cls(hosting.catalog(app))

    def validator(self, definition, kind=VALIDATOR, **options):
        """A validator of a definition's values."""
        return kind({**self.document, "anyOf": [{"$ref": f"#/$defs/{definition}"}]}, **options)

    def resolve(self, schema):
        """A schema, or that of the type to which it refers."""
        while isinstance(schema, dict) and "$ref" in schema:
            schema = self.document["$defs"][unquote(schema["$ref"].removeprefix("#/$defs/"))]
        return schema


def complaint(validator, value):
    """What is wrong with a value, and where; None where nothing is."""
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    return error and f"/{'/'.join(map(str, error.absolute_path))}: {error.message}"


def is_table(schema):
    """Whether the values are tables: ids in their order, and the elements by id."""
    return schema.get("properties", {}).keys() == {"ids", "entities"}
