/*
 * Lua with the reducer of reducer.lua as a peer. The option is the path of that file.
 */
#include "peer.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>

static lua_State *lua;

static int hear(lua_State *state) {
    size_t length;
    const char *text = luaL_checklstring(state, 1, &length);
    peer_hear(text, length);
    return 0;
}

static bool is_good(int status) {
    if (status == LUA_OK)
        return true;
    fprintf(stderr, "lua: %s\n", lua_tostring(lua, -1));
    lua_pop(lua, 1);
    return false;
}

void peer_open(const char *app, const char *option) {
    (void)app;
    lua = luaL_newstate();
    luaL_openlibs(lua);
    lua_register(lua, "hear", hear);
    if (option == NULL || !is_good(luaL_dofile(lua, option)))
        exit(EXIT_FAILURE);
}

bool peer_message(const char *json, size_t length) {
    lua_getglobal(lua, "handle");
    lua_pushlstring(lua, json, length);
    return is_good(lua_pcall(lua, 1, 0, 0));
}

void peer_close(void) {
    lua_close(lua);
}
