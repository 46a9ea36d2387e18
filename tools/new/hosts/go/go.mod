module host

go 1.19

require @ADIT_GO@ v0.0.0

replace @ADIT_GO@ => @ADIT_BINDINGS@/go
