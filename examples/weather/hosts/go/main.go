// A host of the app weather: shows the forecast of a city. weather SERVER CITY FOLDER
package main

import (
	"fmt"
	"os"

	"adit.example/adit"
)

func check[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	server, city, folder := os.Args[1], os.Args[2], os.Args[3]
	serve := `{"serve":{"http":{"allow":["` + server + `"],"addresses":["127.0.0.0/8"]},"keyValue":{"path":"` + folder + `/values"}}}`
	library := check(adit.Open("libadit_weather-gateways.so"))
	core := check(library.OpenCore("weather", &adit.Options{Config: serve, Pull: true}))
	defer core.Close(adit.Forever)
	check(0, core.Send(`{"weather":{"request":{"use":{"server":"`+server+`"}}}}`))
	check(0, core.Send(`{"weather":{"request":{"show":{"city":"`+city+`"}}}}`))
	fmt.Println(string(check(core.Receive(adit.Forever))))
}
