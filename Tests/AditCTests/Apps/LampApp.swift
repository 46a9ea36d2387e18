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
        "hash":"\##(hash)","anyOf":[{"$ref":"#/$defs/@toCore"},{"$ref":"#/$defs/@toHost"}],"$defs":{"@toCore":{
        "description":"What a host may send.","type":"object","properties":{"on":{"description":"Makes it shine.","type":
        "object","properties":{"colour":{"anyOf":[{"$ref":"#/$defs/House.Colour"},{"type":"null"}]}},
        "additionalProperties":false},"off":{"type":"object","properties":{},"additionalProperties":false},"@get":{
        "description":"Asks for a part of the state; @value answers.","type":"object","properties":{"path":{
        "description":"A JSON Pointer (RFC 6901), such as /items; the whole state unless it is given.","anyOf":[{"type":
        "string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},{"type":"null"}]},"from":{"description":
        "Of a list: the position of the first element that is asked for.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]},"limit":{"description":
        "Of a list: how many elements are asked for at most.","anyOf":[{"type":"integer","minimum":0,"maximum":922337203
        6854775807},{"type":"null"}]},"revision":{"description":
        "As it was at this revision, where a store's journal knows; as it is unless it is given.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"additionalProperties":false},
        "@subscribe":{"description":
        "Asks for a part of the state, and for what becomes of it; @value answers, @patch follows.","type":"object",
        "properties":{"subscription":{"description":"The name of the subscription; the path unless it is given.","anyOf":
        [{"type":"string"},{"type":"null"}]},"path":{"description":
        "A JSON Pointer (RFC 6901), such as /items; the whole state unless it is given.","anyOf":[{"type":"string",
        "pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},{"type":"null"}]}},"additionalProperties":false},
        "@unsubscribe":{"description":
        "Ends a subscription, or all of a client.","anyOf":[{"type":"object","properties":{"subscription":{"description":
        "The name of the subscription.","type":"string"},"client":{"description":
        "Whose it is; the sender's unless it is given.","anyOf":[{"type":"string"},{"type":"null"}]}},"required":[
        "subscription"],"additionalProperties":false},{"type":"object","properties":{"client":{"description":
        "Whose subscription is ended, or whose are; for the host alone.","type":"string"},"subscription":{"description":
        "The name of the subscription; all unless it is given.","anyOf":[{"type":"string"},{"type":"null"}]}},
        "required":["client"],"additionalProperties":false}]},
        "@reply":{"description":"Answers an @effect: by a result or by an error.","anyOf":[{"type":"object","properties":
        {"effect":{"description":"The id of the @effect.","type":"string"},"result":{"description":"What was asked for."},
        "more":{"description":"True: another answer to the same effect may follow, as it may for a source.","anyOf":[{
        "type":"boolean"},{"type":"null"}]}},"required":["effect"],"additionalProperties":false},{"type":"object",
        "properties":{"effect":{"description":"The id of the @effect.","type":"string"},"error":{"description":
        "Why there is no result."},"more":{"description":
        "True: another answer to the same effect may follow, as it may for a source.","anyOf":[{"type":"boolean"},{
        "type":"null"}]}},"required":["effect"],"additionalProperties":false}]},"@advance":{"description":
        "Moves a virtual clock on; what becomes due happens in order.","type":"object","properties":{"by":{"description":
        "Milliseconds.","type":"integer","minimum":0,"maximum":3155760000000}},"required":["by"],"additionalProperties":
        false},"@stats":{"description":"Asks how the core is; @stats answers.","type":"object","properties":{},
        "additionalProperties":false},"@trace":{"description":
        "Asks what led to what; @trace answers. The config's trace has to be set.","type":"object","properties":{},
        "additionalProperties":false},"@close":{"description":"Closes in order: what was sent before is handled first.",
        "type":"object","properties":{},"additionalProperties":false},"@export":{"description":
        "Writes the state, as it is now, to a file while the core goes on; @exported says that it is there.","type":
        "object","properties":{"path":{"description":"The path of the file.","type":"string"},"replace":{"description":
        "Whether a file that is there is replaced; never a store or a recording.","anyOf":[{"type":"boolean"},
        {"type":"null"}]}},"required":["path"],
        "additionalProperties":false},"@import":{"description":
        "Reads a state from a file and puts it in the place of the present one; @imported says that it is there.","type":
        "object","properties":{"path":{"description":"The path of the file.","type":"string"}},"required":["path"],
        "additionalProperties":false},"@id":{"description":
        "Comes back beside everything that the message causes; a string has up to 255 bytes.","anyOf":[{"type":"string",
        "maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}]},"@with":{
        "description":"Dependencies for this message and all it causes.","type":"object","properties":{"date":{
        "description":"The date.","anyOf":[{"type":"string","format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"},
        {"type":"null"}]},"uuid":{"description":"Where ids come from.","anyOf":[{"type":"object","properties":{"fixed":{
        "description":"All are this one.","type":"string","format":"uuid","pattern":
        "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\\s\\S])","minLength":36,"maxLength":36},"counting":{
        "description":"They count.","type":"object","properties":{"from":{"description":"The first one.","anyOf":[{
        "type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},{"type":"null"}]}},
        "additionalProperties":false},"seeded":{"description":"They are those of a generator with this seed.","type":
        "integer","minimum":-9223372036854775808,"maximum":9223372036854775807}},"minProperties":1,"maxProperties":1,
        "additionalProperties":false},{"type":"null"}]},"random":{"description":"The seed of the random numbers.",
        "anyOf":[{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},{"type":"null"}]},
        "gateways":{"description":"What stands for the answers of gateways.","anyOf":[{"type":"object","properties":{
        "shop":{"description":"Its reply, or an object with the one key error."}},"additionalProperties":false},{"type":
        "null"}]}},"additionalProperties":false}},"oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@get"]},
        {"required":["@subscribe"]},{"required":["@unsubscribe"]},{"required":["@reply"]},{"required":["@advance"]},{
        "required":["@stats"]},{"required":["@trace"]},{"required":["@close"]},{"required":["@export"]},{"required":[
        "@import"]}],"dependentSchemas":{"@with":{"oneOf":[{"required":["on"]},{"required":["off"]}]}},
        "additionalProperties":false},"@toHost":{"description":"What a host may hear.","type":"object","properties":{
        "on":{"description":"Makes it shine.","type":"object","properties":{"colour":{"anyOf":[{"$ref":
        "#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},"off":{"type":"object","properties":{},
        "additionalProperties":false},"@value":{"description":"A part of the state.","type":"object","properties":{
        "subscription":{"description":"The subscription that it is told for, if any.","anyOf":[{"type":"string"},{"type":
        "null"}]},"path":{"description":"A JSON Pointer (RFC 6901), such as /items; the whole state is the empty one.",
        "type":"string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"revision":{"description":
        "How many messages have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807},"value":
        {"description":"What is there; absent where the path leads nowhere."},"from":{"description":
        "Of a part of a list: the position of its first element.","anyOf":[{"type":"integer","minimum":0,"maximum":92233
        72036854775807},{"type":"null"}]},"count":{"description":
        "Of a part of a list: how many elements there are in all.","anyOf":[{"type":"integer","minimum":0,"maximum":9223
        372036854775807},{"type":"null"}]}},"required":["path","revision"],"additionalProperties":false},"@patch":{
        "description":"What has become of a part that is followed.","type":"object","properties":{"subscription":{
        "description":"The name of the subscription.","type":"string"},"from":{"description":
        "The revision that was told of last.","type":"integer","minimum":0,"maximum":9223372036854775807},"revision":{
        "description":"How many messages have changed the state.","type":"integer","minimum":0,"maximum":922337203685477
        5807},"ops":{"description":"Operations of RFC 6902, for the value at the subscription's path.","type":"array",
        "items":{"anyOf":[{"type":"object","properties":{"op":{"type":"string","enum":["add","replace"]},"path":{
        "description":"Where, from the subscription's path on.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"value":{"description":"The new value."}},"required":["op","path"],
        "additionalProperties":false},{"type":"object","properties":{"op":{"type":"string","const":"remove"},"path":{
        "description":"Where, from the subscription's path on.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"}},"required":["op","path"],"additionalProperties":false},{"type":
        "object","properties":{"op":{"type":"string","const":"move"},"from":{"description":"From where.","type":"string",
        "pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"path":{"description":
        "Where, from the subscription's path on.","type":"string","pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"}},
        "required":["op","from","path"],"additionalProperties":false}]}}},"required":["subscription","from","revision",
        "ops"],"additionalProperties":false},"@error":{"description":"A message or an effect failed in the core.","type":
        "object","properties":{"code":{"description":"Why it failed.","type":"string","oneOf":[{"const":"ehandler",
        "description":"The app's code threw; the message left no trace in the state."},{"const":"ecascade","description":
        "The message caused too many others."},{"const":"eclosed","description":
        "The core closed before the message was handled."},{"const":"efull","description":
        "More effects or subscriptions were asked for than limits.effects or limits.subscriptions allows."},{"const":"estore","description":
        "What the batch changed could not be stored, and left no trace; or a file failed otherwise."},{"const":"elocked",
        "description":"The batch could not be stored, as somebody else holds a lock on the store."},{"const":"enomem",
        "description":"The system had no memory or no descriptor left for a file."},{"const":"edenied","description":
        "A client answered what was not asked of it; or a file is not in the folder of the config."},{"const":"ereplay",
        "description":"What is replayed came out otherwise than it was recorded, or is damaged."},{"const":"emessage",
        "description":
        "The message, or the part of the state, cannot be written as JSON; or a file has no state of the app."}]},
        "message":{"description":"What went wrong.","type":"string"},"path":{"description":
        "The cases of the message, with dots between; absent for an effect.","anyOf":[{"type":"string"},{"type":"null"}]}},
        "required":["code","message"],"additionalProperties":false},"@log":{"description":"A line of the core's log.",
        "type":"object","properties":{"level":{"description":"How grave it is.","type":"string","enum":["trace","debug",
        "info","notice","warning","error","critical"]},"message":{"description":"What happened.","type":"string"},
        "metadata":{"description":"More of it.","anyOf":[{"type":"object","propertyNames":{"pattern":
        "^[^\\u0000]*(?![\\s\\S])"},"additionalProperties":{"type":"string"}},{"type":"null"}]},"source":{"description":
        "The file and the line.","type":"string"}},"required":["level","message","source"],"additionalProperties":false},
        "@gap":{"description":"Log lines were dropped, as too many waited.","type":"object","properties":{"lines":{
        "description":"How many.","type":"integer","minimum":0,"maximum":9223372036854775807}},"required":["lines"],
        "additionalProperties":false},"@stats":{"description":"How the core is.","type":"object","properties":{
        "revision":{"description":"How many messages have changed the state.","type":"integer","minimum":0,"maximum":922
        3372036854775807},"queued":{"description":"Messages that wait to be handled.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"effects":{"description":"Effects in flight.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"timers":{"description":"Timers that are not due yet.","type":"integer","minimum":
        0,"maximum":9223372036854775807},"requests":{"description":"Effects that the host has not answered yet.","type":
        "integer","minimum":0,"maximum":9223372036854775807},"ignoredReplies":{"description":
        "Replies that came late, twice, or for nothing that was asked.","type":"integer","minimum":0,"maximum":922337203
        6854775807},"unhandled":{"description":"Messages of the host that no feature is there for.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"figures":{"description":
        "Figures of the messages, where the app keeps any.","anyOf":[{"type":"object","properties":{"mostEffects":{
        "description":"The most effects that were in flight when a message came.","type":"integer","minimum":0,"maximum":
        9223372036854775807},"mostCaused":{"description":"The most messages that waited at once, caused by others.",
        "type":"integer","minimum":0,"maximum":9223372036854775807},"messages":{"description":
        "By the cases of the messages, with dots between.","type":"object","propertyNames":{"pattern":
        "^[^\\u0000]*(?![\\s\\S])"},"additionalProperties":{"type":"object","properties":{"count":{"description":
        "How many came.","type":"integer","minimum":0,"maximum":9223372036854775807},"failures":{"description":
        "How many of them failed.","type":"integer","minimum":0,"maximum":9223372036854775807},"nanoseconds":{
        "description":"How long they took together.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "longest":{"description":"How many nanoseconds the longest took.","type":"integer","minimum":0,"maximum":9223372
        036854775807}},"required":["count","failures","nanoseconds","longest"],"additionalProperties":false}}},
        "required":["mostEffects","mostCaused","messages"],"additionalProperties":false},{"type":"null"}]}},"required":[
        "revision","queued","effects","timers","requests","ignoredReplies","unhandled"],"additionalProperties":false},
        "@trace":{"description":"What led to what.","type":"object","properties":{"entries":{"description":
        "The last things that happened, the oldest first.","type":"array","items":{"anyOf":[{"type":"object",
        "properties":{"n":{"description":"Its number, which counts from 1.","type":"integer","minimum":0,"maximum":92233
        72036854775807},"message":{"description":"A message from outside. Its cases, with dots between.","type":"string"},
        "id":{"description":"The @id beside it."},"client":{"description":
        "On whose behalf the host sent it; absent where it was its own.","anyOf":[{"type":"string"},{"type":"null"}]},
        "handled":{"description":"That nobody handled it.","anyOf":[{"const":f
        alse},{"type":"null"}]},"value":{"description":"The message.","not":{"type":"null"}},"useCases":{"description":
        "What use cases were asked for, as far as these are traced.","anyOf":[{"type":"array","items":{"type":"object",
        "properties":{"useCase":{"type":"string"},"request":{"type":"string"}},"required":["useCase","request"],
        "additionalProperties":false}},{"type":"null"}]},"error":{"description":"Why it failed.","anyOf":[{"type":
        "string"},{"type":"null"}]}},"required":["n","message","value"],"additionalProperties":false},{"type":"object",
        "properties":{"n":{"description":"Its number, which counts from 1.","type":"integer","minimum":0,"maximum":92233
        72036854775807},"from":{"description":
        "The number of what caused it; absent where that came from outside, or is not known.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"output":{"description":
        "A message that was put out. Its cases, with dots between.","type":"string"},"value":{"description":
        "The message.","not":{"type":"null"}},"useCases":{"description":
        "What use cases were asked for, as far as these are traced.","anyOf":[{"type":"array","items":{"type":"object",
        "properties":{"useCase":{"type":"string"},"request":{"type":"string"}},"required":["useCase","request"],
        "additionalProperties":false}},{"type":"null"}]},"error":{"description":"Why it failed.","anyOf":[{"type":
        "string"},{"type":"null"}]}},"required":["n","output","value"],"additionalProperties":false},{"type":"object",
        "properties":{"n":{"description":"Its number, which counts from 1.","type":"integer","minimum":0,"maximum":92233
        72036854775807},"from":{"description":
        "The number of what caused it; absent where that came from outside, or is not known.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"effect":{"description":"An effect, by its number.",
        "type":"integer","minimum":0,"maximum":9223372036854775807},"useCases":{"description":
        "What use cases were asked for, as far as these are traced.","anyOf":[{"type":"array","items":{"type":"object",
        "properties":{"useCase":{"type":"string"},"request":{"type":"string"}},"required":["useCase","request"],
        "additionalProperties":false}},{"type":"null"}]},"error":{"description":"Why it failed.","anyOf":[{"type":
        "string"},{"type":"null"}]}},"required":["n","effect"],"additionalProperties":false},{"type":"object",
        "properties":{"n":{"description":"Its number, which counts from 1.","type":"integer","minimum":0,"maximum":92233
        72036854775807},"from":{"description":
        "The number of what caused it; absent where that came from outside, or is not known.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"request":{"description":"The id of an @effect.",
        "type":"string"},"gateway":{"description":"Which gateway was asked.","type":"string"},"value":{"description":
        "What it was asked.","not":{"type":"null"}}},"required":["n","request","gateway","value"],"additionalProperties":
        false}]}},"text":{"description":"The same for people: each below what caused it.","type":"string"}},"required":[
        "entries","text"],"additionalProperties":false},"@closed":{"description":
        "The core has closed; this is its last message.","type":"object","properties":{},"additionalProperties":false},
        "@progress":{"description":"How far a long piece of work has come.","type":"object","properties":{"work":{
        "description":"What is done.","type":"string","enum":["export","import","replay"]},"path":{"description":
        "The path of the file.","type":"string"},"done":{"description":
        "How much is done: steps of an export, bytes of an import; of a replay, bytes or entries.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"of":{"description":"How much there is in all.","type":"integer",
        "minimum":0,"maximum":9223372036854775807}},"required":["work","path","done","of"],"additionalProperties":false},
        "@exported":{"description":"An export is complete: the file is there, and on the disk.","type":"object",
        "properties":{"path":{"description":"The path of the file.","type":"string"},"revision":{"description":
        "Of which state: how many messages had changed it.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "bytes":{"description":"How long the file is.","type":"integer","minimum":0,"maximum":9223372036854775807}},
        "required":["path","revision","bytes"],"additionalProperties":false},"@imported":{"description":
        "An import is complete: the state is the one that was read.","type":"object","properties":{"path":{"description":
        "The path of the file.","type":"string"},"revision":{"description":"How many messages have changed the state.",
        "type":"integer","minimum":0,"maximum":9223372036854775807}},"required":["path","revision"],
        "additionalProperties":false},"@replayed":{"description":
        "A replay has come to its end; @error says where it differs from what was recorded.","type":"object",
        "properties":{"path":{"description":"The path of the file.","type":"string"},"messages":{"description":
        "How many messages came out as they were recorded.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "entries":{"description":"How many entries did.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "revision":{"description":"How many messages have changed the state.","type":"integer","minimum":0,"maximum":922
        3372036854775807},"equal":{"description":"Whether all that was recorded came out as it was.","type":"boolean"},
        "complete":{"description":"Whether it ends with the closing of the core, which otherwise was killed.","type":
        "boolean"},"torn":{"description":"The number of a last line that was not written to its end.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"omitted":{"description":
        "How many entries of a store were left out, as what was before is not known.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"migratedFrom":{"description":
        "The version of the recorded state, where it was older and was migrated.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"scenario":{"description":
        "The path of the scenario that was made of it.","anyOf":[{"type":"string"},{"type":"null"}]}},"required":["path",
        "messages","entries","revision","equal","complete"],"additionalProperties":false},"@effect":{"description":
        "Work for the host.","anyOf":[{"type":"object","properties":{"id":{"description":
        "The name of this piece of work, never used twice.","type":"string"},"gateway":{"description":
        "Which gateway is asked.","type":"string","const":"shop"},"request":{"description":"What it is asked.","type":
        "object","properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},"minProperties":1,
        "maxProperties":1,"additionalProperties":false},"reply":{"description":"No answer is expected.","const":false}},
        "required":["id","gateway","request","reply"],"additionalProperties":false}]},"@cancel":{"description":
        "Nobody waits for an effect's answer any more.","type":"object","properties":{"effect":{"description":
        "The id of the @effect.","type":"string"}},"required":["effect"],"additionalProperties":false},"@id":{
        "description":"Comes back beside everything that the message causes; a string has up to 255 bytes.","anyOf":[{
        "type":"string","maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}]},
        "@client":{"description":
        "On whose behalf the host sent what caused this, by adit_submit; absent where it was its own.","type":"string"}},
        "oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@value"]},{"required":["@patch"]},{"required":[
        "@error"]},{"required":["@log"]},{"required":["@gap"]},{"required":["@stats"]},{"required":["@trace"]},{
        "required":["@closed"]},{"required":["@progress"]},{"required":["@exported"]},{"required":["@imported"]},{
        "required":["@replayed"]},{"required":["@effect"]},{"required":["@cancel"]}],"additionalProperties":false},
        "@state":{"description":"The app's state, of which @get asks for a part.","type":"object","properties":{"isOn":{
        "type":"boolean"}},"required":["isOn"],"additionalProperties":false},"@view":{"description":
        "What the app derives from its state: @get asks for it below /view.","type":"object","properties":{},
        "additionalProperties":false},"@gateways":{"description":"What the app asks of a host that serves it.","type":
        "object","properties":{"shop":{"type":"object","properties":{"request":{"description":"What it is asked.","type":
        "object","properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},"minProperties":1,
        "maxProperties":1,"additionalProperties":false}},"required":["request"],"additionalProperties":false}},
        "required":["shop"],"additionalProperties":false},"House.Colour":{"description":"What it shines in.","type":
        "string","enum":["red","green"]}}}
        """##
    return lines.split(separator: "\n").joined()
}
