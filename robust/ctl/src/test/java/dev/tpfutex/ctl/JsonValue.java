package dev.tpfutex.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as others read it: parses strictly, so that a test fails if what the tool writes is not JSON. */
record JsonValue(Object value) {

    static JsonValue parse(String text) {
        Parser parser = new Parser(text);
        Object value = parser.value();
        parser.skipSpace();
        assertThat(parser.at).as("end of %s", text).isEqualTo(text.length());
        return new JsonValue(value);
    }

    JsonValue get(String key) {
        assertThat(value).isInstanceOf(Map.class);
        assertThat(((Map<?, ?>) value).containsKey(key)).as("%s in %s", key, value).isTrue();
        return new JsonValue(((Map<?, ?>) value).get(key));
    }

    JsonValue get(int index) {
        return new JsonValue(list().get(index));
    }

    /** The element of a list that has a field of this value. */
    JsonValue with(String key, Object wanted) {
        return elements().stream().filter(element -> wanted.equals(element.get(key).value())).findFirst().orElseThrow(
                () -> new AssertionError("no " + key + " " + wanted + " in " + value));
    }

    List<JsonValue> elements() {
        return list().stream().map(JsonValue::new).toList();
    }

    List<?> list() {
        assertThat(value).isInstanceOf(List.class);
        return (List<?>) value;
    }

    long number() {
        return ((Double) value).longValue();
    }

    String text() {
        return (String) value;
    }

    private static final class Parser {

        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Object value() {
            skipSpace();
            return switch (text.charAt(at)) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> string();
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        void skipSpace() {
            while (at < text.length() && " \n\r\t".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            at++;
            for (skipSpace(); text.charAt(at) != '}'; skipSpace()) {
                if (!object.isEmpty()) {
                    eat(',');
                }
                skipSpace();
                String key = string();
                skipSpace();
                eat(':');
                assertThat(object.put(key, value())).as("key %s twice", key).isNull();
            }
            at++;
            return object;
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            at++;
            for (skipSpace(); text.charAt(at) != ']'; skipSpace()) {
                if (!array.isEmpty()) {
                    eat(',');
                }
                array.add(value());
            }
            at++;
            return array;
        }

        private String string() {
            StringBuilder string = new StringBuilder();
            eat('"');
            while (text.charAt(at) != '"') {
                char c = text.charAt(at++);
                assertThat(c).isGreaterThanOrEqualTo(' ');
                string.append(c == '\\' ? escaped() : c);
            }
            at++;
            return string.toString();
        }

        private char escaped() {
            char c = text.charAt(at++);
            return switch (c) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'u' -> (char) Integer.parseInt(text.substring(at, at += 4), 16);
                default -> {
                    assertThat("\"\\/").contains(String.valueOf(c));
                    yield c;
                }
            };
        }

        private Double number() {
            int begin = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            return Double.valueOf(text.substring(begin, at));
        }

        private Object word(String word, Object meaning) {
            assertThat(text.startsWith(word, at)).as("at %s of %s", at, text).isTrue();
            at += word.length();
            return meaning;
        }

        private void eat(char c) {
            assertThat(text.charAt(at)).as("at %s of %s", at, text).isEqualTo(c);
            at++;
        }
    }
}
