module weather

go 1.19

require adit.example/adit v0.0.0

replace adit.example/adit => ../../../../bindings/go
