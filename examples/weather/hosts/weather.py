"""A host of the app weather: shows the forecast of a city. weather.py SERVER CITY FOLDER"""

import sys

import adit

server, city, folder = sys.argv[1:]
serve = {"http": {"allow": [server], "addresses": ["127.0.0.0/8"]}, "keyValue": {"path": f"{folder}/values"}}
with adit.Library("libadit_weather-gateways.so").open("weather", {"serve": serve}) as core:
    core.send({"weather": {"request": {"use": {"server": server}}}})
    core.send({"weather": {"request": {"show": {"city": city}}}})
    print(core.receive_text(None).decode())
