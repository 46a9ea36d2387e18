import AditJSON
import Testing

private class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
}

/// Shares its superclass's object.
private final class Dog: Animal {
    var age: Int
    private enum CodingKeys: CodingKey { case age }

    init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
        try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(age, forKey: .age)
    }
}

/// Keeps its superclass's object under a key.
private final class Cat: Animal {
    var lives: Int
    private enum CodingKeys: CodingKey { case lives, animal }

    init(name: String, lives: Int) {
        self.lives = lives
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        lives = try container.decode(Int.self, forKey: .lives)
        try super.init(from: container.superDecoder(forKey: .animal))
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder(forKey: .animal))
        try container.encode(lives, forKey: .lives)
    }
}

/// Keeps its superclass's object under `super`, before and after values of its own.
private final class Bird: Animal {
    var wings: [Int]
    private enum CodingKeys: CodingKey { case wings, last }

    init(name: String, wings: [Int]) {
        self.wings = wings
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        wings = try container.decode([Int].self, forKey: .wings) + [container.decode(Int.self, forKey: .last)]
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wings.dropLast().map(\.self), forKey: .wings)
        try super.encode(to: container.superEncoder())
        try container.encode(wings.last ?? 0, forKey: .last)
    }
}

/// GIVEN a class with a superclass WHEN it is written THEN both parts are there, and read back; unknown keys are
/// refused in both.
struct ClassWireTests {
    @Test func `in one object`() throws {
        let wire = #"{"name":"Rex","age":3}"#
        #expect(try written(Dog(name: "Rex", age: 3)) == wire)
        let dog = try read(Dog.self, wire)
        #expect(dog.name == "Rex")
        #expect(dog.age == 3)
    }

    @Test func `in one object, unknown keys are refused`() {
        #expect(
            refusal(of: #"{"name":"Rex","age":3,"size":1}"#, as: Dog.self).hasPrefix(#"unknown key "size"; one of "#))
        #expect(refusal(of: #"{"age":3}"#, as: Dog.self) == #"missing key "name"; found age"#)
    }

    @Test func `under a key`() throws {
        let wire = #"{"animal":{"name":"Tom"},"lives":7}"#
        #expect(try written(Cat(name: "Tom", lives: 7)) == wire)
        let cat = try read(Cat.self, wire)
        #expect(cat.name == "Tom")
        #expect(cat.lives == 7)
    }

    @Test func `under super, between other values`() throws {
        let wire = #"{"wings":[1,2],"super":{"name":"Tweety"},"last":3}"#
        #expect(try written(Bird(name: "Tweety", wings: [1, 2, 3])) == wire)
        let bird = try read(Bird.self, wire)
        #expect(bird.name == "Tweety")
        #expect(bird.wings == [1, 2, 3])
        #expect(try written([Bird(name: "a", wings: [1])]) == #"[{"wings":[],"super":{"name":"a"},"last":1}]"#)
    }

    @Test func `under a key, what is missing or wrong has its path`() {
        #expect(refusal(of: #"{"lives":7}"#, as: Cat.self) == #"missing key "animal"; found lives"#)
        #expect(refusal(of: #"{"lives":7,"animal":{}}"#, as: Cat.self) == #"animal: missing key "name"; found no key"#)
        #expect(
            refusal(of: #"{"lives":7,"animal":{"name":1}}"#, as: Cat.self)
                == "animal.name: found the number 1; a string is expected")
        #expect(
            refusal(of: #"{"wings":[],"last":1,"super":[]}"#, as: Bird.self)
                == "super: found an array; an object is expected")
    }

    @Test func `under a key, unknown keys are refused`() {
        #expect(
            refusal(of: #"{"lives":7,"animal":{"name":"Tom","size":1}}"#, as: Cat.self)
                == #"animal: unknown key "size"; one of name"#)
        #expect(
            refusal(of: #"{"lives":7,"animal":{"name":"Tom"},"x":1}"#, as: Cat.self).hasPrefix(
                #"unknown key "x"; one of "#))
    }
}
