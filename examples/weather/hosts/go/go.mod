module weather

go 1.19

require adit v0.0.0

replace adit => ../../../../bindings/go
