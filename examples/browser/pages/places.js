// Places to choose from. A program for travellers would look them up.

const place = (name, latitude, longitude) => ({name, coordinates: {latitude, longitude}});

export const places = [
    place("Amsterdam Centraal", 52.3789, 4.9003),
    place("Delft", 52.0067, 4.3564),
    place("Den Haag Centraal", 52.0806, 4.325),
    place("Eindhoven Centraal", 51.4433, 5.4811),
    place("Groningen", 53.2108, 6.5644),
    place("Rotterdam Centraal", 51.925, 4.4689),
    place("Utrecht Centraal", 52.0893, 5.1101),
    place("Zwolle", 52.5047, 6.0917),
];
