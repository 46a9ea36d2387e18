/work/wt/rustgo/main/bindings/rust/target/debug/examples/driver-4046eb96415907f4.d: conformance/driver.rs

/work/wt/rustgo/main/bindings/rust/target/debug/examples/driver-4046eb96415907f4: conformance/driver.rs

conformance/driver.rs:
