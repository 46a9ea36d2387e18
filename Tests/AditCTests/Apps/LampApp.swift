import Adit
import AditJSON

enum House {
    enum Lamp {}
    enum Colour {}
}

/// An app with a lamp, and a gateway for whoever sells bulbs.
func lampApp(version: String = "1.2", doc: String = "Makes it shine.") -> AppDescription {
    let definitions = SchemaDefinitions()
    let colour = definitions.define(House.Colour.self, "What it shines in.") { .texts([.init("red"), .init("green")]) }
    let message = definitions.define(House.Lamp.self, "A lamp.") {
        .cases([.init("on", doc, .labelled([.init("colour", "", hasDefault: true, colour)])), .init("off", "", .none)])
    }
    let shop = AppDescription.Gateway(
        name: "shop", replies: .none, request: .cases([.init("order", "", .none)]), reply: nil)
    return AppDescription(
        name: "lamp", version: version, message: message, state: .members([.init("isOn", "", .boolean)]),
        views: [], gateways: [shop], definitions: definitions)
}

/// Its document, which is in one line.
func lampDocument(hash: String) -> String {
    let lines = ##"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"adit:lamp","title":"lamp","version":"1.2",
        "hash":"\##(hash)","anyOf":[{"$ref":"#/$defs/@toCore"},{"$ref":"#/$defs/@toHost"}],"$defs":{
        "@toCore":{"description":"What a host may send.","type":"object","properties":{
        "on":{"description":"Makes it shine.","type":"object","properties":{"colour":{"anyOf":[{"$ref":
        "#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},"off":{"type":"object",
        "properties":{},"additionalProperties":false},
        "@get":{"description":"Asks for a part of the state; @value answers.","type":"object","properties":{"path":{
        "description":"A JSON Pointer (RFC 6901), such as /items; the whole state unless it is given.","anyOf":[{
        "type":"string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},{"type":"null"}]},"from":{"description":
        "Of a list: the position of the first element that is asked for.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]},"limit":{"description":
        "Of a list: how many elements are asked for at most.","anyOf":[{"type":"integer","minimum":0,"maximum":
        9223372036854775807},{"type":"null"}]}},"additionalProperties":false},
        "@subscribe":{"description":
        "Asks for a part of the state, and for what becomes of it; @value answers, @patch follows.","type":"object",
        "properties":{"subscription":{"description":"The name of the subscription; the path unless it is given.",
        "anyOf":[{"type":"string"},{"type":"null"}]},"path":{"description":
        "A JSON Pointer (RFC 6901), such as /items; the whole state unless it is given.","anyOf":[{"type":"string",
        "pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},{"type":"null"}]}},"additionalProperties":false},
        "@unsubscribe":{"description":"Ends a subscription.","type":"object","properties":{"subscription":{
        "description":"The name of the subscription.","type":"string"}},"required":["subscription"],
        "additionalProperties":false},
        "@reply":{"description":"Answers an @effect: by a result or by an error.","anyOf":[{"type":"object",
        "properties":{"effect":{"description":"The id of the @effect.","type":"string"},"result":{"description":
        "What was asked for."},"more":{"description":
        "True: another answer to the same effect may follow, as it may for a source.","anyOf":[{"type":"boolean"},{
        "type":"null"}]}},"required":["effect"],"additionalProperties":false},{"type":"object","properties":{
        "effect":{"description":"The id of the @effect.","type":"string"},"error":{"description":
        "Why there is no result."},"more":{"description":
        "True: another answer to the same effect may follow, as it may for a source.","anyOf":[{"type":"boolean"},{
        "type":"null"}]}},"required":["effect"],"additionalProperties":false}]},
        "@advance":{"description":"Moves a virtual clock on; what becomes due happens in order.","type":"object",
        "properties":{"by":{"description":"Milliseconds.","type":"integer","minimum":0,"maximum":3155760000000}},
        "required":["by"],"additionalProperties":false},
        "@stats":{"description":"Asks how the core is; @stats answers.","type":"object","properties":{},
        "additionalProperties":false},
        "@close":{"description":"Closes in order: what was sent before is handled first.","type":"object",
        "properties":{},"additionalProperties":false},
        "@id":{"description":"Comes back beside everything that the message causes; a string has up to 255 bytes.",
        "anyOf":[{"type":"string","maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":
        9223372036854775807}]},
        "@with":{"description":"Dependencies for this message and all it causes.","type":"object","properties":{
        "date":{"description":"The date.","anyOf":[{"type":"string","format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9
        })?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"},{
        "type":"null"}]},"uuid":{"description":"Where ids come from.","anyOf":[{"type":"object","properties":{
        "fixed":{"description":"All are this one.","type":"string","format":"uuid","pattern":
        "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\\s\\S])","minLength":36,"maxLength":36},
        "counting":{"description":"They count.","type":"object","properties":{"from":{"description":
        "The first one.","anyOf":[{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},{
        "type":"null"}]}},"additionalProperties":false},"seeded":{"description":
        "They are those of a generator with this seed.","type":"integer","minimum":-9223372036854775808,"maximum":
        9223372036854775807}},"minProperties":1,"maxProperties":1,"additionalProperties":false},{"type":"null"}]},
        "random":{"description":"The seed of the random numbers.","anyOf":[{"type":"integer","minimum":
        -9223372036854775808,"maximum":9223372036854775807},{"type":"null"}]},"gateways":{"description":
        "What stands for the answers of gateways.","anyOf":[{"type":"object","properties":{"shop":{"description":
        "Its reply, or an object with the one key error."}},"additionalProperties":false},{"type":"null"}]}},
        "additionalProperties":false}},"oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@get"]},{
        "required":["@subscribe"]},{"required":["@unsubscribe"]},{"required":["@reply"]},{"required":["@advance"]},{
        "required":["@stats"]},{"required":["@close"]}],"dependentSchemas":{
        "@with":{"oneOf":[{"required":["on"]},{"required":["off"]}]}},"additionalProperties":false},
        "@toHost":{"description":"What a host may hear.","type":"object","properties":{
        "on":{"description":"Makes it shine.","type":"object","properties":{"colour":{"anyOf":[{"$ref":
        "#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},"off":{"type":"object",
        "properties":{},"additionalProperties":false},
        "@value":{"description":"A part of the state.","type":"object","properties":{"subscription":{"description":
        "The subscription that it is told for, if any.","anyOf":[{"type":"string"},{"type":"null"}]},"path":{
        "description":"A JSON Pointer (RFC 6901), such as /items; the whole state is the empty one.","type":
        "string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"revision":{"description":
        "How many messages have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "value":{"description":"What is there; absent where the path leads nowhere."},"from":{"description":
        "Of a part of a list: the position of its first element.","anyOf":[{"type":"integer","minimum":0,"maximum":
        9223372036854775807},{"type":"null"}]},"count":{"description":
        "Of a part of a list: how many elements there are in all.","anyOf":[{"type":"integer","minimum":0,"maximum":
        9223372036854775807},{"type":"null"}]}},"required":["path","revision"],"additionalProperties":false},
        "@patch":{"description":"What has become of a part that is followed.","type":"object","properties":{
        "subscription":{"description":"The name of the subscription.","type":"string"},"from":{"description":
        "The revision that was told of last.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "revision":{"description":"How many messages have changed the state.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"ops":{"description":
        "Operations of RFC 6902, for the value at the subscription's path.","type":"array","items":{"anyOf":[{
        "type":"object","properties":{"op":{"type":"string","enum":["add","replace"]},"path":{"description":
        "Where, from the subscription's path on.","type":"string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},
        "value":{"description":"The new value."}},"required":["op","path"],
        "additionalProperties":false},{"type":"object","properties":{"op":{"type":"string","const":"remove"},
        "path":{"description":"Where, from the subscription's path on.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"}},"required":["op","path"],"additionalProperties":false},{"type":"object",
        "properties":{"op":{"type":"string","const":"move"},"from":{"description":"From where.","type":"string",
        "pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"path":{"description":
        "Where, from the subscription's path on.","type":"string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"}},
        "required":["op","from","path"],"additionalProperties":false}]}}},"required":["subscription","from",
        "revision","ops"],"additionalProperties":false},
        "@error":{"description":"A message or an effect failed in the core.","type":"object","properties":{"code":{
        "description":"Why it failed.","type":"string","oneOf":[{"const":"ehandler","description":
        "The app's code threw; the message left no trace in the state."},{"const":"ecascade","description":
        "The message caused too many others."},{"const":"eclosed","description":
        "The core closed before the message was handled."},{"const":"efull","description":
        "More effects were asked for than limits.effects allows."},{"const":"emessage","description":
        "The message, or the part of the state, cannot be written as JSON."}]},"message":{"description":
        "What went wrong.","type":"string"},"path":{"description":
        "The cases of the message, with dots between; absent for an effect.","anyOf":[{"type":"string"},{"type":
        "null"}]}},"required":["code","message"],"additionalProperties":false},
        "@log":{"description":"A line of the core's log.","type":"object","properties":{"level":{"description":
        "How grave it is.","type":"string","enum":["trace","debug","info","notice","warning","error","critical"]},
        "message":{"description":"What happened.","type":"string"},"metadata":{"description":"More of it.",
        "anyOf":[{"type":"object","propertyNames":{"pattern":"^[^\\u0000]*(?![\\s\\S])"},"additionalProperties":{
        "type":"string"}},{"type":"null"}]},"source":{"description":"The file and the line.","type":"string"}},
        "required":["level","message","source"],"additionalProperties":false},
        "@gap":{"description":"Log lines were dropped, as too many waited.","type":"object","properties":{"lines":{
        "description":"How many.","type":"integer","minimum":0,"maximum":9223372036854775807}},"required":["lines"],
        "additionalProperties":false},
        "@stats":{"description":"How the core is.","type":"object","properties":{"revision":{"description":
        "How many messages have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "queued":{"description":"Messages that wait to be handled.","type":"integer","minimum":0,"maximum":
        9223372036854775807},"effects":{"description":"Effects in flight.","type":"integer","minimum":0,"maximum":
        9223372036854775807},"timers":{"description":"Timers that are not due yet.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"requests":{"description":"Effects that the host has not answered yet.",
        "type":"integer","minimum":0,"maximum":9223372036854775807},"ignoredReplies":{"description":
        "Replies that came late, twice, or for nothing that was asked.","type":"integer","minimum":0,"maximum":
        9223372036854775807}},"required":["revision","queued","effects","timers","requests","ignoredReplies"],
        "additionalProperties":false},
        "@closed":{"description":"The core has closed; this is its last message.","type":"object","properties":{},
        "additionalProperties":false},
        "@effect":{"description":"Work for the host.","anyOf":[{"type":"object","properties":{"id":{"description":
        "The name of this piece of work, never used twice.","type":"string"},"gateway":{"description":
        "Which gateway is asked.","type":"string","const":"shop"},"request":{"description":"What it is asked.",
        "type":"object","properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},
        "minProperties":1,"maxProperties":1,"additionalProperties":false},"reply":{"description":
        "No answer is expected.","const":false}},"required":["id","gateway","request","reply"],
        "additionalProperties":false}]},
        "@cancel":{"description":"Nobody waits for an effect's answer any more.","type":"object","properties":{
        "effect":{"description":"The id of the @effect.","type":"string"}},"required":["effect"],
        "additionalProperties":false},
        "@id":{"description":"Comes back beside everything that the message causes; a string has up to 255 bytes.",
        "anyOf":[{"type":"string","maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":
        9223372036854775807}]}},"oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@value"]},{
        "required":["@patch"]},{"required":["@error"]},{"required":["@log"]},{"required":["@gap"]},{"required":[
        "@stats"]},{"required":["@closed"]},{"required":["@effect"]},{"required":["@cancel"]}],
        "additionalProperties":false},
        "@state":{"description":"The app's state, of which @get asks for a part.","type":"object","properties":{
        "isOn":{"type":"boolean"}},"required":["isOn"],"additionalProperties":false},
        "@view":{"description":"What the app derives from its state: @get asks for it below /view.","type":"object",
        "properties":{},"additionalProperties":false},
        "@gateways":{"description":"What the app asks of a host that serves it.","type":"object","properties":{
        "shop":{"type":"object","properties":{"request":{"description":"What it is asked.","type":"object",
        "properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},"minProperties":1,
        "maxProperties":1,"additionalProperties":false}},"required":["request"],"additionalProperties":false}},
        "required":["shop"],"additionalProperties":false},
        "House.Colour":{"description":"What it shines in.","type":"string","enum":["red","green"]},
        "House.Lamp":{"description":"A lamp.","type":"object","properties":{
        "on":{"description":"Makes it shine.","type":"object","properties":{"colour":{"anyOf":[{"$ref":
        "#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},"off":{"type":"object",
        "properties":{},"additionalProperties":false}},"minProperties":1,"maxProperties":1,"additionalProperties":
        false}}}
        """##
    return lines.split(separator: "\n").joined()
}
