//! Values, and the vectors of json-patch-tests (in `data`, without the two that are disabled for a doubled key, which the parser
//! refuses; Apache License 2.0).

use adit::{apply_patch, Number, Object, Value};

fn json(text: &str) -> Value {
    text.parse().unwrap()
}

#[test]
fn given_a_text_when_parsed_and_written_then_numbers_and_order_are_as_they_were() {
    for text in [
        r#"{"b":1,"a":[true,false,null],"":{}}"#,
        "[9223372036854775807,-9223372036854775808,18446744073709551615,123456789012345678901234567890]",
        "[1.50,-0,-0.0,1e400,1E+2,0.1]",
        r#"["","é","\"\\","\n\r\t\u0000\u001f","😀"]"#,
    ] {
        assert_eq!(json(text).to_string(), text);
    }
    assert_eq!(json(r#" [ "\u00e9\ud83d\ude00\b\f\/" , 1 ] "#).to_string(), "[\"é😀\\u0008\\u000c/\",1]");
}

#[test]
fn given_numbers_when_read_then_nothing_is_rounded() {
    assert_eq!(json("18446744073709551615").as_u64(), Some(u64::MAX));
    assert_eq!(json("18446744073709551615").as_i64(), None);
    assert_eq!(json("18446744073709551616").as_u64(), None);
    assert_eq!(json("-9223372036854775808").as_i64(), Some(i64::MIN));
    assert_eq!(json("1.0").as_i64(), Some(1));
    assert_eq!(json("1.5").as_i64(), None);
    assert_eq!(json("0.1").as_f64(), Some(0.1));
    assert_eq!(Value::from(0.1).to_string(), "0.1");
    assert_eq!(Value::from(1e300).as_f64(), Some(1e300));
    assert_eq!(Value::from(f64::NAN), Value::Null);
    assert_eq!(Number::from_f64(f64::INFINITY), None);
    assert_eq!(Value::from(u64::MAX).to_string(), "18446744073709551615");
}

#[test]
fn given_numbers_when_compared_then_their_values_count() {
    for (one, other, are_equal) in [
        ("1", "1.0", true),
        ("10", "1e1", true),
        ("9007199254740993", "9007199254740992.0", false),
        ("-0", "0", true),
        ("0.5", "5e-1", true),
        ("1e400", "1e400", true),
        ("1e400", "1e500", false),
        ("18446744073709551615", "-1", false),
    ] {
        assert_eq!(json(one) == json(other), are_equal, "{one} and {other}");
    }
}

#[test]
fn given_what_is_not_json_when_parsed_then_the_error_has_the_offset() {
    for (text, offset, expected) in [
        ("", 0, "a value"),
        ("[1,]", 3, "a value"),
        ("[1 2]", 3, "a comma or a closing bracket"),
        ("{1:2}", 1, "a key"),
        (r#"{"a" 1}"#, 5, "a colon"),
        (r#"{"a":1,}"#, 7, "a key"),
        (r#"{"a":1 "b"}"#, 7, "a comma or a closing brace"),
        (r#"{"a":1,"a":2}"#, 7, "another key: it is there twice"),
        ("\"a", 2, "a closing quote"),
        ("\"\n\"", 1, "an escape for a control character"),
        (r#""\x""#, 2, "an escape"),
        (r#""\u12""#, 3, "four hexadecimal digits"),
        (r#""\u+123""#, 3, "four hexadecimal digits"),
        (r#""\ud800""#, 7, "a pair of surrogates before"),
        (r#""\udc00\ud800""#, 7, "a pair of surrogates before"),
        (r#""\ud800\ud800""#, 13, "the second half of a pair of surrogates before"),
        ("01", 1, "the end of the text"),
        ("-", 1, "a digit"),
        ("1.", 2, "a digit"),
        ("1e+", 3, "a digit"),
        ("+1", 0, "a value"),
        ("nul", 0, "a value"),
        ("1 x", 2, "the end of the text"),
    ] {
        let error = text.parse::<Value>().unwrap_err();
        assert_eq!(error.to_string(), format!("not JSON at byte {offset}: {expected} is expected"), "{text}");
        assert_eq!(error.offset(), offset);
    }
    assert!(format!("{}{}", "[".repeat(512), "]".repeat(512)).parse::<Value>().is_ok());
    let error = "[".repeat(513).parse::<Value>().unwrap_err();
    assert_eq!(error.to_string(), "not JSON at byte 512: a text of up to 512 levels is expected");
}

#[test]
fn given_every_prefix_of_a_text_when_parsed_then_nothing_panics() {
    let text = r#"{"a":[1,-2.5e+3,"é\u00e9\ud83d\ude00\n",true,false,null,{"b":{}}]}"#;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        text[..end].parse::<Value>().unwrap_err();
    }
}

#[test]
fn given_a_value_when_it_is_looked_into_then_what_is_not_there_is_null() {
    let value = json(r#"{"a":[{"b~/":1}],"":2,"t":true,"s":"x"}"#);
    assert_eq!(value["a"][0]["b~/"].as_i64(), Some(1));
    assert!(value["a"][1]["c"].is_null() && value["t"]["x"].is_null());
    assert_eq!((value["t"].as_bool(), value["s"].as_str(), value["s"].as_i64()), (Some(true), Some("x"), None));
    assert_eq!(value.pointer("/a/0/b~0~1"), Some(&Value::from(1)));
    assert_eq!(value.pointer("/"), Some(&Value::from(2)));
    assert_eq!(value.pointer(""), Some(&value));
    for nowhere in ["a", "/a/00", "/a/-", "/a/1", "/a/0/b~2", "/t/x", "/a/18446744073709551616"] {
        assert_eq!(value.pointer(nowhere), None, "{nowhere}");
    }
}

#[test]
fn given_an_object_of_many_members_when_some_are_removed_then_the_others_stay_in_order() {
    let mut object: Object = (0..1000).map(|number| (number.to_string(), number)).collect();
    for number in (0..1000).filter(|number| number % 7 != 3) {
        assert_eq!(object.remove(&number.to_string()), Some(number.into()));
        assert_eq!(object.remove(&number.to_string()), None);
        assert!(!object.contains_key(&number.to_string()));
    }
    assert_eq!(object.insert("3", 33), Some(3.into()));
    assert_eq!(object.insert("new", true), None);
    let keys: Vec<_> = object.iter().map(|(key, _)| String::from(key)).collect();
    let expected = (0..1000).filter(|number| number % 7 == 3).map(|number| number.to_string());
    assert_eq!(keys, expected.chain(["new".into()]).collect::<Vec<_>>());
    assert_eq!(object.len(), keys.len());
    let reversed: Object = object.iter().collect::<Vec<_>>().into_iter().rev().map(|(k, v)| (k, v.clone())).collect();
    assert_eq!(object, reversed);
}

/// Each vector: the document, the patch, and what is expected: a document or an error.
fn vectors() -> Vec<Value> {
    let texts = [include_str!("data/tests.json"), include_str!("data/spec_tests.json")];
    texts.iter().flat_map(|text| text_of_vectors(text)).collect()
}

fn text_of_vectors(text: &str) -> Vec<Value> {
    match text.parse() {
        Ok(Value::Array(vectors)) => vectors,
        other => panic!("{other:?}"),
    }
}

#[test]
fn given_the_vectors_of_json_patch_when_applied_then_each_is_as_expected() {
    let mut count = 0;
    for vector in vectors().iter().filter(|vector| vector.get("patch").is_some()) {
        if vector["disabled"].as_bool() == Some(true) {
            continue;
        }
        count += 1;
        let mut document = vector["doc"].clone();
        let result = apply_patch(&mut document, vector["patch"].as_array().unwrap());
        match (vector.get("expected"), vector.get("error")) {
            (_, Some(error)) => assert!(result.is_err(), "{error}: {vector}"),
            (expected, None) => {
                assert_eq!(result, Ok(()), "{vector}");
                assert!(expected.map_or(true, |expected| *expected == document), "{document} of {vector}");
            }
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn given_operations_that_cannot_be_applied_when_applied_then_the_error_says_which() {
    let mut document = json(r#"{"a":[1]}"#);
    for (patch, text) in [
        (r#"[{"op":"test","path":"/a/0","value":2}]"#, r#"operation 0: found 1 at "/a/0"; 2 is expected"#),
        (
            r#"[{"op":"add","path":"/a/3","value":2}]"#,
            r#"operation 0: found the position "3" of an array of 1 elements"#,
        ),
        (r#"[{"op":"remove","path":"/b"}]"#, "operation 0: found nothing at /b"),
        (r#"[{"op":"add","path":"/b"}]"#, "operation 0: found no value"),
        (r#"[{"op":"add","path":"b","value":1}]"#, r#"operation 0: found the path "b"; a JSON Pointer is expected"#),
        (
            r#"[{"op":"test","path":"","value":{"a":[1]}},{"op":"move","from":"/a","path":"/a/0"}]"#,
            r#"operation 1: found a move to "/a/0", which is inside of what is moved"#,
        ),
        (
            r#"[{"op":"ad","path":""}]"#,
            r#"operation 0: found the op "ad"; add, remove, replace, move, copy or test is expected"#,
        ),
    ] {
        let error = apply_patch(&mut document, json(patch).as_array().unwrap()).unwrap_err();
        assert_eq!(error.to_string(), text);
        assert_eq!(document, json(r#"{"a":[1]}"#));
    }
}
