module adit

go 1.19
