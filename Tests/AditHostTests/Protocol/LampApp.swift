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
///
/// - Parameter config: the schema of the config, which is not the app's.
func lampDocument(hash: String, config: String) -> String {
    let lines = ##"""
        {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"adit:lamp","title":"lamp","version":"1.2",
        "schemaVersion":1,"migratesFrom":1,"hash":"\##(hash)","anyOf":[{"$ref":"#/$defs/@toCore"},{"$ref":
        "#/$defs/@toHost"}],"$defs":{"@toCore":{"description":"The messages that a host may send.","type":"object",
        "properties":{"on":{"description":"Makes it shine.","type":"object","properties":{"colour":{"anyOf":[{"$ref":
        "#/$defs/House.Colour"},{"type":"null"}]}},"additionalProperties":false},"off":{"type":"object","properties":{},
        "additionalProperties":false},"@get":{"description":"Requests a part of the state; @value answers.","type":
        "object","properties":{"path":{"description":
        "A JSON Pointer (RFC 6901), such as /items; the whole state by default.","anyOf":[{"type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},{"type":"null"}]},"from":{"description":
        "Of a list: the position of the first requested element.","anyOf":[{"type":"integer","minimum":0,"maximum":92233
        72036854775807},{"type":"null"}]},"limit":{"description":"Of a list: the maximum number of elements.","anyOf":[{
        "type":"integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"revision":{"description":
        "The revision to read, which a store's journal has to know; the present one by default.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"x-written":["path"],"additionalProperties":false},
        "@subscribe":{"description":"Subscribes to a part of the state; @value answers, and @patch follows each change."
        ,"type":"object","properties":{"subscription":{"description":
        "The name of the subscription; the path by default.","anyOf":[{"type":"string"},{"type":"null"}]},"path":{
        "description":"A JSON Pointer (RFC 6901), such as /items; the whole state by default.","anyOf":[{"type":"string"
        ,"pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},{"type":"null"}]},"from":{"description":
        "Of a list: the position of the first element of the window; 0 by default.","anyOf":[{"type":"integer","minimum"
        :0,"maximum":9223372036854775807},{"type":"null"}]},"limit":{"description":
        "Of a list: the maximum number of elements in the window; all by default.","anyOf":[{"type":"integer","minimum":
        0,"maximum":9223372036854775807},{"type":"null"}]}},"x-written":["path"],"additionalProperties":false},"@window":{"description":
        "Moves the window of a subscription; @value answers.","type":"object","properties":{"subscription":{
        "description":"The name of the subscription.","type":"string"},"from":{"description":
        "The position of the first element of the window; as before by default.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]},"limit":{"description":
        "The maximum number of elements in the window; as before by default.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]}},"required":["subscription"],"additionalProperties":false},
        "@unsubscribe":{"description":"Ends a subscription, or all of a client.","anyOf":[{"type":"object","properties":
        {"subscription":{"description":"The name of the subscription.","type":"string"},"client":{"description":
        "The client with the subscription; the sender by default.","anyOf":[{"type":"string"},{"type":"null"}]}},
        "required":["subscription"],"additionalProperties":false},{"type":"object","properties":{"client":{"description"
        :"The client with the subscriptions. Only the host may name one.","type":"string"},"subscription":{"description"
        :"The name of the subscription; all of the client's by default.","anyOf":[{"type":"string"},{"type":"null"}]}},
        "required":["client"],"additionalProperties":false}]},"@reply":{"description":
        "Answers an @effect with a result or an error.","anyOf":[{"type":"object","properties":{"effect":{"description":
        "The id of the @effect.","type":"string"},"result":{"description":"The result."},"more":{"description":
        "Whether another answer to the same effect may follow, as for a source.","anyOf":[{"type":"boolean"},{"type":
        "null"}]}},"required":["effect"],"additionalProperties":false},{"type":"object","properties":{"effect":{
        "description":"The id of the @effect.","type":"string"},"error":{"description":
        "The reason for having no result."},"more":{"description":
        "Whether another answer to the same effect may follow, as for a source.","anyOf":[{"type":"boolean"},{"type":
        "null"}]}},"required":["effect"],"additionalProperties":false}]},"@heard":{"description":
        "Acknowledges the messages up to a @cursor; they are not delivered again.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"@advance":{"description":"Advances a virtual clock; timers fire in order.",
        "type":"object","properties":{"by":{"description":"Milliseconds.","type":"integer","minimum":0,"maximum":3155760
        000000}},"required":["by"],"additionalProperties":false},"@stats":{"description":
        "Requests the core's figures; @stats answers.","type":"object","properties":{},"additionalProperties":false},
        "@trace":{"description":"Requests the trace of causes; @trace answers. The config's trace has to be set.","type"
        :"object","properties":{},"additionalProperties":false},
        "@pending":{"description":"Requests what is under way; @pending answers.","type":"object","properties":{},"addi
        tionalProperties":false},"@cancel":{"description":"Cancels an effect, a request or a durable timer.","type":"ob
        ject","properties":{"effect":{"description":"The number of an effect, the id of an @effect, or the id of a dura
        ble timer, as @pending has them.","type":"string"}},"required":["effect"],"additionalProperties":false},
        "@pause":{"description":
        "Lets the file of the store and its locks go; @paused answers. All but @resume waits from then on.","type":
        "object","properties":{},"additionalProperties":false},"@resume":{"description":
        "Takes the file of the store again; @resumed answers, and everything goes on.","type":"object","properties":{},
        "additionalProperties":false},"@close":{"description":"Closes the core after the messages sent before.","type":
        "object","properties":{},"additionalProperties":false},"@export":{"description":
        "Writes the present state to a file while the core goes on; @exported follows.","type":"object","properties":{
        "path":{"description":"The path of the file.","type":"string"},"replace":{"description":
        "Whether an existing file is replaced; never a store or a recording.","anyOf":[{"type":"boolean"},{"type":"null"
        }]},"secrets":{"description":
        "What is written of secrets: the values, or masks, for support. A text with masks cannot be imported.",
        "anyOf":[{"type":"string","enum":["kept","masked"]},{"type":"null"}]}},"required":["path"],"x-written":["replace","secrets"],"additionalProperties":false},"@import":{"description":
        "Replaces the state with one read from a file; @imported follows.","type":"object","properties":{"path":{
        "description":"The path of the file.","type":"string"}},"required":["path"],"additionalProperties":false},
        "@undo":{"description":
        "Reverts the last message, or group of messages, that changed the state; @undone answers. The config's undo has to\nbe set."
        ,"type":"object","properties":{},"additionalProperties":false},"@redo":{"description":
        "Reverts the last @undo, unless the state has changed since; @redone answers.","type":"object","properties":{},
        "additionalProperties":false},"@id":{"description":
        "Comes back beside everything that the message causes; a string has up to 255 bytes.","anyOf":[{"type":"string",
        "maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}]},"@with":{
        "description":"Dependencies for this message and all it causes.","type":"object","properties":{"date":{
        "description":"The date. A virtual clock begins at that of the config, and moves on.","anyOf":[{"type":"string",
        "format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"
        },{"type":"null"}]},"uuid":{"description":"The source of ids.","anyOf":[{"type":"object","properties":{"fixed":{
        "description":"All ids are this one.","type":"string","format":"uuid","pattern":
        "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\\s\\S])","minLength":36,"maxLength":36},"counting":{
        "description":"Ids count.","type":"object","properties":{"from":{"description":"The number of the first id.",
        "anyOf":[{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},{"type":"null"}]}},
        "x-written":["from"],"additionalProperties":false},"seeded":{"description":"Ids of a generator with this seed.","type":"integer",
        "minimum":-9223372036854775808,"maximum":9223372036854775807}},"minProperties":1,"maxProperties":1,
        "additionalProperties":false},{"type":"null"}]},"random":{"description":"The seed of random numbers.","anyOf":[{
        "type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},{"type":"null"}]},"gateways":{
        "description":"The answers of gateways, by name: the reply, or {\"error\": …}; of a source, all its items.",
        "anyOf":[{"type":"object","properties":{"shop":{"description":"Its reply, or an object with the one key error."}
        },"additionalProperties":false},{"type":"null"}]}},"additionalProperties":false},"@group":{"description":
        "Consecutive messages of a group are undone together; up to 255 bytes.","type":"string","maxLength":255}},
        "oneOf":[{"required":["on"]},{"required":["off"]},{"required":["@get"]},{"required":["@subscribe"]},{"required":
        ["@window"]},{"required":["@unsubscribe"]},{"required":["@reply"]},{"required":["@heard"]},{"required":[
        "@advance"]},{"required":["@stats"]},{"required":["@trace"]},
        {"required":["@pending"]},{"required":["@cancel"]},
        {"required":["@pause"]},{"required":["@resume"]},{
        "required":["@close"]},{"required":["@export"]},{"required":["@import"]},{"required":["@undo"]},{"required":[
        "@redo"]}],"dependentSchemas":{"@with":{"oneOf":[{"required":["on"]},{"required":["off"]}]},"@group":{"oneOf":[{
        "required":["on"]},{"required":["off"]}]}},"additionalProperties":false},"@toHost":{"description":
        "The messages that a host receives.","type":"object","properties":{"on":{"description":"Makes it shine.","type":
        "object","properties":{"colour":{"anyOf":[{"$ref":"#/$defs/House.Colour"},{"type":"null"}]}},
        "additionalProperties":false},"off":{"type":"object","properties":{},"additionalProperties":false},"@value":{
        "description":"A part of the state.","type":"object","properties":{"subscription":{"description":
        "The name of the subscription that it answers, if any.","anyOf":[{"type":"string"},{"type":"null"}]},"path":{
        "description":"A JSON Pointer (RFC 6901), such as /items; empty for the whole state.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"revision":{"description":
        "The number of messages that have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807
        },"value":{"description":"The value; absent if the path leads nowhere."},"from":{"description":
        "Of a part of a list: the position of its first element.","anyOf":[{"type":"integer","minimum":0,"maximum":92233
        72036854775807},{"type":"null"}]},"count":{"description":
        "Of a part of a list: the number of elements of the whole list.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]}},"required":["path","revision"],"additionalProperties":false},
        "@patch":{"description":"The changes of a part of the state since the last message of its subscription.","type":
        "object","properties":{"subscription":{"description":"The name of the subscription.","type":"string"},"from":{
        "description":"The revision of the subscription's last message.","type":"integer","minimum":0,"maximum":92233720
        36854775807},"revision":{"description":"The number of messages that have changed the state.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"ops":{"description":
        "Operations of RFC 6902 on the value at the subscription's path, or in its window.","type":"array","items":{
        "anyOf":[{"type":"object","properties":{"op":{"type":"string","enum":["add","replace"]},"path":{"description":
        "The target, relative to the subscription's path.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"value":{"description":"The new value."}},"required":["op","path"],
        "additionalProperties":false},{"type":"object","properties":{"op":{"type":"string","const":"remove"},"path":{
        "description":"The target, relative to the subscription's path.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"}},"required":["op","path"],"additionalProperties":false},{"type":
        "object","properties":{"op":{"type":"string","const":"move"},"from":{"description":"The source.","type":"string"
        ,"pattern":"^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"},"path":{"description":
        "The target, relative to the subscription's path.","type":"string","pattern":
        "^(/([^~/]|~[01])*){0,1024}(?![\\s\\S])"}},"required":["op","from","path"],"additionalProperties":false}]}},
        "count":{"description":"Of a window: the number of elements of the whole list.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"required":["subscription","from","revision","ops"
        ],"additionalProperties":false},"@error":{"description":"A message or an effect failed in the core.","type":
        "object","properties":{"code":{"description":"The cause of the failure.","type":"string","oneOf":[{"const":
        "ehandler","description":"The app's code threw; the message left no trace in the state."},{"const":"ecascade",
        "description":"The message caused too many others."},{"const":"eclosed","description":
        "The core closed before the message was handled."},{"const":"efull","description":
        "The message exceeded limits.effects or limits.subscriptions."},{"const":"estore","description":
        "The batch could not be stored and left no trace, or another file failed."},{"const":"elocked","description":
        "The batch could not be stored because another process or thread holds a lock on the store."},{"const":"efenced"
        ,"description":"The store was opened elsewhere since. The batch is not stored, and the core closes."},{"const":
        "eschema","description":"The store's state has another schema."},{"const":"enomem","description":
        "The system had no memory or no descriptor left for a file."},{"const":"edenied","description":
        "A client answered an effect of another sender, or a file is outside the folder of the config."},{"const":
        "ereplay","description":"A replay differs from its recording, or the recording is damaged."},{"const":"emessage"
        ,"description":
        "The message or the part of the state cannot be written as JSON, or a file contains no state of the app."},{
        "const":"einternal","description":"A fault of Adit's own."}]},"message":{"description":
        "A description of the failure.","type":"string"},"path":{"description":
        "The cases of the message, separated by dots; absent for an effect.","anyOf":[{"type":"string"},{"type":"null"}]
        }},"required":["code","message"],"additionalProperties":false},"@log":{"description":"A line of the core's log."
        ,"type":"object","properties":{"level":{"description":"The severity.","type":"string","enum":["trace","debug",
        "info","notice","warning","error","critical"]},"message":{"description":"The text of the line.","type":"string"}
        ,"metadata":{"description":"Further values, by name.","anyOf":[{"type":"object","propertyNames":{"pattern":
        "^[^\\u0000]*(?![\\s\\S])"},"additionalProperties":{"type":"string"}},{"type":"null"}]},"source":{"description":
        "The file and line of the source code.","type":"string"},"at":{"description":
        "When it was written: the system's date, or that of a virtual clock.","type":"string","format":"date-time",
        "pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"
        }},"required":["level","message","source","at"],"additionalProperties":false},"@gap":{"description":
        "Log lines were dropped because too many were pending, or output that the host has not acknowledged.","type":
        "object","properties":{"lines":{"description":"The number of dropped lines.","anyOf":[{"type":"integer",
        "minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"from":{"description":
        "The cursor of the first dropped message.","anyOf":[{"type":"integer","minimum":0,"maximum":9223372036854775807}
        ,{"type":"null"}]},"through":{"description":"The cursor of the last dropped message.","anyOf":[{"type":"integer"
        ,"minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"additionalProperties":false},"@stats":{
        "description":"The core's figures.","type":"object","properties":{"revision":{"description":
        "The number of messages that have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807
        },"queued":{"description":"Messages in the queue.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "effects":{"description":"Effects in flight.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "timers":{"description":"Timers that are not due yet.","type":"integer","minimum":0,"maximum":922337203685477580
        7},"requests":{"description":"Effects that the host has not answered yet.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"ignoredReplies":{"description":
        "Replies that came late, twice, or without a request.","type":"integer","minimum":0,"maximum":922337203685477580
        7},"unhandled":{"description":"Messages of the host that no feature handles.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"undo":{"description":"Steps that can be undone; absent without an undo history."
        ,"anyOf":[{"type":"integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"redo":{"description":
        "Steps that can be redone; absent without an undo history.","anyOf":[{"type":"integer","minimum":0,"maximum":922
        3372036854775807},{"type":"null"}]},"figures":{"description":"Figures of the messages, if the core keeps any.",
        "anyOf":[{"type":"object","properties":{"mostEffects":{"description":
        "The most effects that were in flight when a message arrived.","type":"integer","minimum":0,"maximum":9223372036
        854775807},"mostCaused":{"description":"The most messages that were pending at once, caused by others.","type":
        "integer","minimum":0,"maximum":9223372036854775807},"messages":{"description":
        "By the cases of the messages, separated by dots.","type":"object","propertyNames":{"pattern":
        "^[^\\u0000]*(?![\\s\\S])"},"additionalProperties":{"type":"object","properties":{"count":{"description":
        "The number of messages.","type":"integer","minimum":0,"maximum":9223372036854775807},"failures":{"description":
        "The number of those that failed.","type":"integer","minimum":0,"maximum":9223372036854775807},"nanoseconds":{
        "description":"Their total duration.","type":"integer","minimum":0,"maximum":9223372036854775807},"longest":{
        "description":"The longest duration in nanoseconds.","type":"integer","minimum":0,"maximum":9223372036854775807}
        ,"histogram":{"description":
        "The number of durations of up to 1, 4, 16, 64, 256 microseconds, and so on up to 4 194 304; the last one, above."
        ,"type":"array","items":{"type":"integer","minimum":0,"maximum":9223372036854775807}}},"required":["count",
        "failures","nanoseconds","longest","histogram"],"additionalProperties":false}},"gateways":{"description":
        "The answers of the host to requests, by the names of gateways; by the core's clock.","type":"object",
        "propertyNames":{"pattern":"^[^\\u0000]*(?![\\s\\S])"},"additionalProperties":{"type":"object","properties":{
        "count":{"description":"The number of messages.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "failures":{"description":"The number of those that failed.","type":"integer","minimum":0,"maximum":922337203685
        4775807},"nanoseconds":{"description":"Their total duration.","type":"integer","minimum":0,"maximum":92233720368
        54775807},"longest":{"description":"The longest duration in nanoseconds.","type":"integer","minimum":0,"maximum"
        :9223372036854775807},"histogram":{"description":
        "The number of durations of up to 1, 4, 16, 64, 256 microseconds, and so on up to 4 194 304; the last one, above."
        ,"type":"array","items":{"type":"integer","minimum":0,"maximum":9223372036854775807}}},"required":["count",
        "failures","nanoseconds","longest","histogram"],"additionalProperties":false}}},"required":["mostEffects",
        "mostCaused","messages","gateways"],"additionalProperties":false},{"type":"null"}]},"store":{"description":
        "Figures of the store, if the core has one and the config asks for figures.","anyOf":[{"type":"object",
        "properties":{"bytes":{"description":"The bytes of the file.","type":"integer","minimum":0,"maximum":92233720368
        54775807},"logBytes":{"description":"The bytes of its write-ahead log.","type":"integer","minimum":0,"maximum":9
        223372036854775807},"journalBytes":{"description":"The bytes of the journal's entries.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"journalBatches":{"description":"The batches in the journal.","type":
        "integer","minimum":0,"maximum":9223372036854775807},"commits":{"description":
        "The transactions that were committed since the core was opened, or resumed.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"nanoseconds":{"description":
        "The total duration of the commits, with the syncs of the file.","type":"integer","minimum":0,"maximum":92233720
        36854775807},"longest":{"description":"The longest commit in nanoseconds.","type":"integer","minimum":0,
        "maximum":9223372036854775807}},"required":["bytes","logBytes","journalBytes","journalBatches","commits",
        "nanoseconds","longest"],"additionalProperties":false},{"type":"null"}]}},"required":["revision","queued",
        "effects","timers","requests","ignoredReplies","unhandled"],"additionalProperties":false},"@trace":{
        "description":"The trace of causes.","type":"object","properties":{"entries":{"description":
        "The last entries, the oldest first.","type":"array","items":{"anyOf":[{"type":"object","properties":{"n":{
        "description":"The entry's number, from 1 on.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "message":{"description":"A message from outside. Its cases, separated by dots.","type":"string"},"id":{
        "description":"The @id beside it."},"client":{"description":
        "The client that the host sent it for; absent for its own messages.","anyOf":[{"type":"string"},{"type":"null"}]
        },"handled":{"description":"False if no feature handled it.","anyOf":[{"const":false},{"type":"null"}]},"value":
        {"description":"The message.","not":{"type":"null"}},"useCases":{"description":
        "The requests to use cases, as far as these are traced.","anyOf":[{"type":"array","items":{"type":"object",
        "properties":{"useCase":{"type":"string"},"request":{"type":"string"}},"required":["useCase","request"],
        "additionalProperties":false}},{"type":"null"}]},"error":{"description":"The reason of a failure.","anyOf":[{
        "type":"string"},{"type":"null"}]},"at":{"description":
        "When it began: the system's date, or that of a virtual clock.","type":"string","format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"
        },"nanoseconds":{"description":
        "How long the message took to be handled, without what it caused; absent on a virtual clock.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"required":["n","message","value","at"],
        "additionalProperties":false},{"type":"object","properties":{"n":{"description":"The entry's number, from 1 on."
        ,"type":"integer","minimum":0,"maximum":9223372036854775807},"from":{"description":
        "The number of the cause; absent if the cause is outside or unknown.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]},"output":{"description":
        "A message of the app's code. Its cases, separated by dots.","type":"string"},"value":{"description":
        "The message.","not":{"type":"null"}},"useCases":{"description":
        "The requests to use cases, as far as these are traced.","anyOf":[{"type":"array","items":{"type":"object",
        "properties":{"useCase":{"type":"string"},"request":{"type":"string"}},"required":["useCase","request"],
        "additionalProperties":false}},{"type":"null"}]},"error":{"description":"The reason of a failure.","anyOf":[{
        "type":"string"},{"type":"null"}]},"at":{"description":
        "When it began: the system's date, or that of a virtual clock.","type":"string","format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"
        },"nanoseconds":{"description":
        "How long the message took to be handled, without what it caused; absent on a virtual clock.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"required":["n","output","value","at"],
        "additionalProperties":false},{"type":"object","properties":{"n":{"description":"The entry's number, from 1 on."
        ,"type":"integer","minimum":0,"maximum":9223372036854775807},"from":{"description":
        "The number of the cause; absent if the cause is outside or unknown.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]},"effect":{"description":"An effect, by its number.","type":
        "integer","minimum":0,"maximum":9223372036854775807},"useCases":{"description":
        "The requests to use cases, as far as these are traced.","anyOf":[{"type":"array","items":{"type":"object",
        "properties":{"useCase":{"type":"string"},"request":{"type":"string"}},"required":["useCase","request"],
        "additionalProperties":false}},{"type":"null"}]},"error":{"description":"The reason of a failure.","anyOf":[{
        "type":"string"},{"type":"null"}]},"at":{"description":
        "When it began: the system's date, or that of a virtual clock.","type":"string","format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"
        }},"required":["n","effect","at"],"additionalProperties":false},{"type":"object","properties":{"n":{
        "description":"The entry's number, from 1 on.","type":"integer","minimum":0,"maximum":9223372036854775807},
        "from":{"description":"The number of the cause; absent if the cause is outside or unknown.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"request":{"description":
        "The id of an @effect.","type":"string"},"gateway":{"description":"The requested gateway.","type":"string"},
        "value":{"description":"The request.","not":{"type":"null"}},"at":{"description":
        "When it began: the system's date, or that of a virtual clock.","type":"string","format":"date-time","pattern":
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"
        },"nanoseconds":{"description":"How long the host took to answer first; absent before.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]}},"required":["n","request","gateway",
        "value","at"],"additionalProperties":false}]}},"text":{"description":
        "The same for people: each entry is below its cause.","type":"string"}},"required":["entries","text"],
        "additionalProperties":false},
        "@pending":{"description":"What is under way.","type":"object","properties":{"effects":{"description":"The effe
        cts in flight, in the order of their start.","type":"array","items":{"type":"object","properties":{"effect":{"d
        escription":"Its number, by which @cancel ends it.","type":"string"},"id":{"description":"The app's id; absen
        t without one.","anyOf":[{"type":"string"},{"type":"null"}]}},"required":["effect"],"additionalProperties":fals
        e}},"requests":{"description":"The requests to the host that are not answered.","type":"array","items":{"type":
        "object","properties":{"effect":{"description":"Its id, by which @reply answers it, and @cancel ends it.","type
        ":"string"},"gateway":{"type":"string"},"request":{"description":"The request, with masks in place of secrets w
        here the core has a journal or a trace.","not":{"type":"null"}},"durable":{"description":"Whether it survives t
        he end of the process.","type":"boolean"},"id":{"description":"The app's id of a durable request; absent withou
        t one.","anyOf":[{"type":"string"},{"type":"null"}]},"attempt":{"description":"The number of the present attemp
        t, or of the next one, from 1 on.","type":"integer","minimum":-9223372036854775808,"maximum":922337203685477580
        7},"next":{"description":"When the next attempt begins; absent while the host is asked.","anyOf":[{"type":"stri
        ng","format":"date-time","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0
        -5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"},{"type":"null"}]},"de
        adline":{"description":"When the request is given up; absent without a limit.","anyOf":[{"type":"string","forma
        t":"date-time","pattern":"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[
        0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"},{"type":"null"}]}},"required":[
        "effect","gateway","request","durable","attempt"],"additionalProperties":false}},"timers":{"description":"The t
        imers that are not due, the next one first.","type":"array","items":{"type":"object","properties":{"due":{"desc
        ription":"When it is due, by the core's clock.","type":"string","format":"date-time","pattern":"^[0-9]{4}-(0[1-
        9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]([01][
        0-9]|2[0-3]):[0-5][0-9])(?![\\s\\S])"},"timer":{"description":"The id of a durable timer, by which @cancel end
        s it; absent of others.","anyOf":[{"type":"string"},{"type":"null"}]},"id":{"description":"The app's id of a du
        rable timer.","anyOf":[{"type":"string"},{"type":"null"}]},"effect":{"description":"The request that it is of
        : it ends an attempt, begins the next one, or gives the request up.","anyOf":[{"type":"string"},{"type":"null"}
        ]}},"required":["due"],"additionalProperties":false}}},"required":["effects","requests","timers"],"additionalPr
        operties":false},
        "@paused":{"description":
        "The core has released its store, and does nothing until @resume.","type":"object","properties":{"revision":{
        "description":"The number of messages that have changed the state.","type":"integer","minimum":0,"maximum":92233
        72036854775807}},"required":["revision"],"additionalProperties":false},"@resumed":{"description":
        "The core has its store again, and goes on.","type":"object","properties":{"revision":{"description":
        "The number of messages that have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807
        }},"required":["revision"],"additionalProperties":false},"@closed":{"description":
        "The core has closed. This is its last message.","type":"object","properties":{},"additionalProperties":false},
        "@progress":{"description":"The progress of a long piece of work.","type":"object","properties":{"work":{
        "description":"The kind of work.","type":"string","enum":["export","import","replay"]},"path":{"description":
        "The path of the file.","type":"string"},"done":{"description":
        "The finished part: steps of an export, bytes of an import, bytes or entries of a replay.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"of":{"description":"The whole, in the same unit.","type":"integer",
        "minimum":0,"maximum":9223372036854775807}},"required":["work","path","done","of"],"additionalProperties":false}
        ,"@exported":{"description":"An export is complete: the file is on the disk.","type":"object","properties":{
        "path":{"description":"The path of the file.","type":"string"},"revision":{"description":
        "The revision of the exported state: the number of messages that had changed it.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"bytes":{"description":"The size of the file in bytes.","type":"integer",
        "minimum":0,"maximum":9223372036854775807}},"required":["path","revision","bytes"],"additionalProperties":false}
        ,"@imported":{"description":"An import is complete: the state has been replaced.","type":"object","properties":{
        "path":{"description":"The path of the file.","type":"string"},"revision":{"description":
        "The number of messages that have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807
        }},"required":["path","revision"],"additionalProperties":false},"@undone":{"description":
        "A message, or a group of messages, is undone: the state is as it was before, at a new revision.","type":
        "object","properties":{"revision":{"description":
        "The number of messages that have changed the state, with this one.","type":"integer","minimum":0,"maximum":9223
        372036854775807},"undid":{"description":
        "The revisions of the step: the state is what it was at `from`.","type":"object","properties":{
        "from":{"description":"The revision before the changes.","type":"integer","minimum":0,"maximum":9223372036854775
        807},"revision":{"description":"The revision after them.","type":"integer","minimum":0,"maximum":922337203685477
        5807}},"required":["from","revision"],"additionalProperties":false},"messages":{"description":
        "The cases of all messages that are reverted, each once: those of the step, and later ones that are no steps."
        ,"type":"array","items":{"type":"string"}},"effects":{"description":
        "The requests to gateways that these messages and their effects made: they are not reverted.","type":"array",
        "items":{"type":"object","properties":{"id":{"description":"The id of the @effect.","type":"string"},"gateway":{
        "type":"string"}},"required":["id","gateway"],"additionalProperties":false}},"canUndo":{"description":
        "Whether there is something to undo.","type":"boolean"},"canRedo":{"description":
        "Whether there is something to redo.","type":"boolean"}},"required":["revision","undid","messages","effects",
        "canUndo","canRedo"],"additionalProperties":false},"@redone":{"description":
        "An undo is reverted: the state is as it was before, at a new revision.","type":"object","properties":{
        "revision":{"description":"The number of messages that have changed the state, with this one.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"redid":{"description":
        "The revisions of the step: the state is what it was at its `revision`.","type":"object","properties":{"from":{"description":"The revision before the changes.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"revision":{"description":"The revision after them.","type":"integer","minimum":0
        ,"maximum":9223372036854775807}},"required":["from","revision"],"additionalProperties":false},"messages":{
        "description":"The cases of all messages whose changes are back, each once.","type":"array","items":{
        "type":"string"}},"effects":{"description":
        "The requests to gateways that these messages and their effects made: they are not made again.","type":"array","items":{"type":"object","properties":{"id":{"description":"The id of the @effect.","type":"string"},
        "gateway":{"type":"string"}},"required":["id","gateway"],"additionalProperties":false}},"canUndo":{"description"
        :"Whether there is something to undo.","type":"boolean"},"canRedo":{"description":
        "Whether there is something to redo.","type":"boolean"}},"required":["revision","redid","messages","effects",
        "canUndo","canRedo"],"additionalProperties":false},"@replayed":{"description":
        "A replay is complete; @error describes the first difference, if any.","type":"object","properties":{"path":{
        "description":"The path of the file.","type":"string"},"messages":{"description":
        "The number of messages to the host that were equal to the recorded ones.","type":"integer","minimum":0,
        "maximum":9223372036854775807},"entries":{"description":"The number of equal entries.","type":"integer",
        "minimum":0,"maximum":9223372036854775807},"revision":{"description":
        "The number of messages that have changed the state.","type":"integer","minimum":0,"maximum":9223372036854775807
        },"equal":{"description":"Whether the whole recording was equal.","type":"boolean"},"complete":{"description":
        "Whether the recording ends with the closing of the core. Otherwise the core was killed.","type":"boolean"},
        "torn":{"description":"The number of an incomplete last line.","anyOf":[{"type":"integer","minimum":0,"maximum":
        9223372036854775807},{"type":"null"}]},"omitted":{"description":
        "The number of a store's entries that were left out because the state before them is unknown.","anyOf":[{"type":
        "integer","minimum":0,"maximum":9223372036854775807},{"type":"null"}]},"migratedFrom":{"description":
        "The version of the recorded state, if it was older and was migrated.","anyOf":[{"type":"integer","minimum":0,
        "maximum":9223372036854775807},{"type":"null"}]},"scenario":{"description":
        "The path of the scenario that was made from it.","anyOf":[{"type":"string"},{"type":"null"}]}},"required":[
        "path","messages","entries","revision","equal","complete"],"additionalProperties":false},"@effect":{
        "description":"Work for the host.","anyOf":[{"type":"object","properties":{"id":{"description":
        "The id of this piece of work, never used twice.","type":"string"},"gateway":{"description":
        "The requested gateway.","type":"string","const":"shop"},"request":{"description":"The request.","type":"object"
        ,"properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},"minProperties":1,
        "maxProperties":1,"additionalProperties":false},"reply":{"description":"No answer is expected.","const":false}},
        "required":["id","gateway","request","reply"],"additionalProperties":false}]},"@cancel":{"description":
        "An effect's answer is no longer needed.","type":"object","properties":{"effect":{"description":
        "The id of the @effect.","type":"string"}},"required":["effect"],"additionalProperties":false},"@id":{
        "description":"Comes back beside everything that the message causes; a string has up to 255 bytes.","anyOf":[{
        "type":"string","maxLength":255},{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}
        ]},"@client":{"description":
        "The client for which the host sent the cause, by adit_submit; absent for the host's own messages.","type":
        "string"},"@cursor":{"description":
        "Acknowledges the message and those before it, by @heard; absent without redelivery.","type":"integer","minimum"
        :1,"maximum":9223372036854775807},"@again":{"description":
        "The message may have been delivered before; absent otherwise.","const":true}},"oneOf":[{"required":["on"]},{
        "required":["off"]},{"required":["@value"]},{"required":["@patch"]},{"required":["@error"]},{"required":["@log"]
        },{"required":["@gap"]},{"required":["@stats"]},{"required":["@trace"]},
        {"required":["@pending"]},
        {"required":["@paused"]},{"required":[
        "@resumed"]},{"required":["@closed"]},{"required":["@progress"]},{"required":["@exported"]},{"required":[
        "@imported"]},{"required":["@undone"]},{"required":["@redone"]},{"required":["@replayed"]},{"required":[
        "@effect"]},{"required":["@cancel"]}],"additionalProperties":false},"@state":{"description":
        "The app's state; @get reads a part of it.","type":"object","properties":{"isOn":{"type":"boolean"}},"required":
        ["isOn"],"additionalProperties":false},"@view":{"description":
        "Values that the app derives from its state; @get reads them below /view.","type":"object","properties":{},
        "additionalProperties":false},"@gateways":{"description":"The requests to the gateways that a host serves.",
        "type":"object","properties":{"shop":{"type":"object","properties":{"request":{"description":"The request.",
        "type":"object","properties":{"order":{"type":"object","properties":{},"additionalProperties":false}},
        "minProperties":1,"maxProperties":1,"additionalProperties":false}},"required":["request"],"additionalProperties"
        :false}},"required":["shop"],"additionalProperties":false},"@config":\##(config),"House.Colour":{"description":"What it shines in.",
        "type":"string","enum":["red","green"]}}}
        """##
    return lines.split(separator: "\n").joined()
}
