// A host of the app weather: shows the forecast of a city. weather.mjs SERVER CITY FOLDER
import { load, stringify } from 'adit';

const [server, city, folder] = process.argv.slice(2);
const serve = { http: { allow: [server], addresses: ['127.0.0.0/8'] }, keyValue: { path: `${folder}/values` } };
const core = load('libadit_weather-gateways.so').open('weather', { serve });
core.send({ weather: { request: { use: { server } } } });
const { '@id': _, ...answer } = await core.request({ weather: { request: { show: { city } } } });
console.log(stringify(answer));
await core.end();
