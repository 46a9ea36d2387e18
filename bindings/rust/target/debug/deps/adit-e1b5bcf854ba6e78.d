/work/wt/rustgo/main/bindings/rust/target/debug/deps/adit-e1b5bcf854ba6e78.d: src/lib.rs src/builder.rs src/core.rs src/error.rs src/event_loop.rs src/ffi.rs src/gateway.rs src/group.rs src/inner.rs src/json/mod.rs src/json/number.rs src/json/object.rs src/json/parse.rs src/json/pointer.rs src/json/value.rs src/json/write.rs src/library.rs src/message.rs src/mirror.rs src/patch.rs src/request.rs src/router.rs src/sender.rs src/tasks.rs src/timers.rs src/wait.rs

/work/wt/rustgo/main/bindings/rust/target/debug/deps/libadit-e1b5bcf854ba6e78.rlib: src/lib.rs src/builder.rs src/core.rs src/error.rs src/event_loop.rs src/ffi.rs src/gateway.rs src/group.rs src/inner.rs src/json/mod.rs src/json/number.rs src/json/object.rs src/json/parse.rs src/json/pointer.rs src/json/value.rs src/json/write.rs src/library.rs src/message.rs src/mirror.rs src/patch.rs src/request.rs src/router.rs src/sender.rs src/tasks.rs src/timers.rs src/wait.rs

/work/wt/rustgo/main/bindings/rust/target/debug/deps/libadit-e1b5bcf854ba6e78.rmeta: src/lib.rs src/builder.rs src/core.rs src/error.rs src/event_loop.rs src/ffi.rs src/gateway.rs src/group.rs src/inner.rs src/json/mod.rs src/json/number.rs src/json/object.rs src/json/parse.rs src/json/pointer.rs src/json/value.rs src/json/write.rs src/library.rs src/message.rs src/mirror.rs src/patch.rs src/request.rs src/router.rs src/sender.rs src/tasks.rs src/timers.rs src/wait.rs

src/lib.rs:
src/builder.rs:
src/core.rs:
src/error.rs:
src/event_loop.rs:
src/ffi.rs:
src/gateway.rs:
src/group.rs:
src/inner.rs:
src/json/mod.rs:
src/json/number.rs:
src/json/object.rs:
src/json/parse.rs:
src/json/pointer.rs:
src/json/value.rs:
src/json/write.rs:
src/library.rs:
src/message.rs:
src/mirror.rs:
src/patch.rs:
src/request.rs:
src/router.rs:
src/sender.rs:
src/tasks.rs:
src/timers.rs:
src/wait.rs:
