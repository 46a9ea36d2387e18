/*
 * QuickJS with the reducer of reducer.js as a peer. The option is the path of that file.
 */
#include "peer.h"

#include <quickjs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static JSRuntime *runtime;
static JSContext *context;
static JSValue handle;

static JSValue hear(JSContext *in, JSValueConst this, int count, JSValueConst *arguments) {
    (void)this, (void)count;
    size_t length;
    const char *text = JS_ToCStringLen(in, &length, arguments[0]);
    if (text == NULL)
        return JS_EXCEPTION;
    peer_hear(text, length);
    JS_FreeCString(in, text);
    return JS_UNDEFINED;
}

static bool is_good(JSValue value) {
    bool is_error = JS_IsException(value);
    if (is_error) {
        JSValue exception = JS_GetException(context);
        const char *text = JS_ToCString(context, exception);
        fprintf(stderr, "quickjs: %s\n", text != NULL ? text : "an exception");
        JS_FreeCString(context, text);
        JS_FreeValue(context, exception);
    }
    JS_FreeValue(context, value);
    return !is_error;
}

void peer_open(const char *app, const char *option) {
    (void)app;
    static char source[1 << 16];
    FILE *file = option == NULL ? NULL : fopen(option, "r");
    size_t length = file == NULL ? 0 : fread(source, 1, sizeof source - 1, file);
    runtime = JS_NewRuntime();
    context = JS_NewContext(runtime);
    JSValue global = JS_GetGlobalObject(context);
    JS_SetPropertyStr(context, global, "hear", JS_NewCFunction(context, hear, "hear", 1));
    if (length == 0 || !is_good(JS_Eval(context, source, length, "reducer.js", JS_EVAL_TYPE_GLOBAL)))
        exit(EXIT_FAILURE);
    handle = JS_GetPropertyStr(context, global, "handle");
    JS_FreeValue(context, global);
    fclose(file);
}

bool peer_message(const char *json, size_t length) {
    JSValue text = JS_NewStringLen(context, json, length);
    bool handled = is_good(JS_Call(context, handle, JS_UNDEFINED, 1, &text));
    JS_FreeValue(context, text);
    return handled;
}

void peer_close(void) {
    JS_FreeValue(context, handle);
    JS_FreeContext(context);
    JS_FreeRuntime(runtime);
}
