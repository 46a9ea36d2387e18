package dev.adit;

import static dev.adit.Fixtures.*;
import static org.junit.jupiter.api.Assertions.*;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MirrorTest {
    @Test
    void givenAFollowedPartWhenItChangesThenTheValueIsThePresentOne() {
        try (Core core = CORES.core("todo").open()) {
            Mirror items = core.follow("/items");
            List<Mirror.Change> changes = new ArrayList<>();
            items.onChange(changes::add);
            assertNull(items.value());
            core.process();
            assertEquals("{\"ids\":[],\"entities\":{}}", items.value().toString());
            core.send(add("Milk"));
            core.send(add("Bread"));
            core.process();
            String id = items.read(value -> value.at("/ids/0").asString());
            core.send(todo("check", "id", id));
            core.process();
            Json before = items.value();
            assertEquals(core.call(Json.parse("{\"@get\":{\"path\":\"/items\"}}")).get(0).at("/@value/value"), before);
            core.send(todo("delete", "id", id));
            core.process();
            assertEquals(List.of("Bread"), texts(items.value()));
            assertEquals(List.of("Milk", "Bread"), texts(before), "a value that was read does not change");
            assertEquals(List.of(0L, 2L, 3L, 4L), changes.stream().map(Mirror.Change::revision).toList());
            assertNull(changes.get(0).operations());
            assertFalse(changes.get(1).operations().isEmpty());
            items.close();
            core.send(add("Tea"));
            core.process();
            assertEquals(4, changes.size());
        }
    }

    @Test
    void givenAWindowWhenTheListChangesThenItHasItsPartAndTheCount() {
        try (Core core = CORES.core("todo").open()) {
            for (String text : List.of("a", "b", "c", "d", "e")) {
                core.send(add(text));
            }
            Mirror window = core.follow("/view/open", 1, 2);
            core.process();
            assertEquals(List.of("b", "c"), texts(window.value()));
            assertEquals(5, window.count());
            core.send(add("f"));
            core.process();
            assertEquals(6, window.count());
            window.move(3, 2);
            core.process();
            assertEquals(List.of("d", "e"), texts(window.value()));
            assertEquals(3, window.from());
        }
    }

    @Test
    void givenAPartThatGoesAwayWhenItDoesThenThereIsNoValueUntilItComesBack() {
        try (Core core = CORES.core("todo").open()) {
            String id = core.call(add("Milk")).get(0).at("/todo/response/wasAdded/id").asString();
            Mirror item = core.follow("/items/entities/" + id);
            core.process();
            assertEquals("Milk", item.value().get("text").asString());
            core.send(todo("delete", "id", id));
            core.process();
            assertNull(item.value());
            core.send("{\"todo\":{\"request\":{\"add\":{\"item\":{\"id\":\"" + id + "\",\"text\":\"Tea\"}}}}}");
            core.process();
            assertEquals("Tea", item.value().get("text").asString());
        }
    }

    @Test
    void givenAPathOfNoStateWhenItIsFollowedThenTheMirrorFails() {
        Core core = CORES.core("todo").open();
        Mirror wrong = core.follow("/itms");
        core.process();
        assertEquals(ErrorCode.EMESSAGE, ((AditException) failureOf(wrong.ready())).code());
        Mirror items = core.follow("/items");
        core.close();
        assertTrue(items.isClosed());
        assertEquals(ErrorCode.ECLOSED, ((AditException) failureOf(items.ready())).code());
    }
}
