module adit.example/adit

go 1.19
