import AditClients

/// The catalog of an app with one message in each direction, one source, and names that are keywords.
enum Fixture {
    static let catalog = ##"""
        {"title":"lamp","version":"2","hash":"0123456789abcdef","$defs":{
        "@toCore":{"description":"Sent.","type":"object","properties":{
        "lamp":{"$ref":"#/$defs/Message._Lamp@toCore"},
        "@stats":{"description":"Requests figures.","type":"object","properties":{},"additionalProperties":false},
        "@id":{"anyOf":[{"type":"string","maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}]},
        "@group":{"type":"string"}},
        "oneOf":[{"required":["lamp"]},{"required":["@stats"]}],
        "dependentSchemas":{"@group":{"oneOf":[{"required":["lamp"]}]}},"additionalProperties":false},
        "@toHost":{"description":"Heard.","type":"object","properties":{
        "lamp":{"$ref":"#/$defs/Message._Lamp@toHost"},
        "@effect":{"description":"Work.","anyOf":[{"type":"object","properties":{"id":{"type":"string"},
        "gateway":{"type":"string","const":"sensor"},"request":{"$ref":"#/$defs/Color"},
        "reply":{"type":"string","const":"many"}},"required":["id","gateway","request","reply"],"additionalProperties":false}]},
        "@cancel":{"type":"object","properties":{"effect":{"type":"string"}},"required":["effect"],"additionalProperties":false}},
        "oneOf":[{"required":["lamp"]},{"required":["@effect"]},{"required":["@cancel"]}],"additionalProperties":false},
        "@state":{"$ref":"#/$defs/LampState"},
        "@view":{"type":"object","properties":{},"additionalProperties":false},
        "@gateways":{"type":"object","properties":{"sensor":{"type":"object","properties":{"request":{"$ref":"#/$defs/Color"},
        "reply":{"type":"integer","minimum":0,"maximum":255}},"required":["request","reply"],"additionalProperties":false}}},
        "@config":{"type":"object","properties":{"gateways":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]},
        "expects":{}},"additionalProperties":false},
        "Color":{"description":"A colour.","type":"string","oneOf":[{"const":"red","description":"Warm."},{"const":"class"}]},
        "LampState":{"type":"object","properties":{"on":{"anyOf":[{"type":"boolean"},{"type":"null"}]}},"additionalProperties":false},
        "Message._Lamp@toCore":{"type":"object","properties":{
        "set":{"description":"Sets it.","type":"object","properties":{
        "import":{"$ref":"#/$defs/Color"},"at":{"anyOf":[{"type":"string","format":"date","pattern":"^[0-9]{4}(?![\\s\\S])"},
        {"type":"null"}]}},"required":["import"],"additionalProperties":false},
        "off":{"type":"object","properties":{},"additionalProperties":false}},
        "minProperties":1,"maxProperties":1,"additionalProperties":false},
        "Message._Lamp@toHost":{"type":"object","properties":{
        "wasSet":{"anyOf":[{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},{"type":"null"}]}},
        "minProperties":1,"maxProperties":1,"additionalProperties":false}}}
        """##

    static func model() throws -> ClientModel { try ClientModel(catalog: catalog) }
}
