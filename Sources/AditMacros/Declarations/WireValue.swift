import SwiftDiagnostics
import SwiftSyntax

/// A value of a case or a struct, with its form on the wire.
struct WireValue {
    /// Its label, or the name of its property, as in the source; nil for a value without a label.
    let name: String?
    /// Its key.
    let key: String
    let doc: String
    /// Its type; nil if it is inferred.
    let type: TypeSyntax?
    /// The alias of its type in generated code.
    let typeName: String
    /// Its default value; nil if its key is required, or if it is an optional.
    let defaultValue: ExprSyntax?
    /// The line of its declaration.
    let line: SourceLine?

    /// The label in a call, where fewer words need backticks than elsewhere.
    var label: String {
        guard let name else { return "" }
        let label = name.withoutBackticks
        let isPlain = label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain && !["inout", "let", "var"].contains(label) ? label : name
    }

    /// Whether its type is known only to the compiler: false if the initial value is a literal, whose type has coding.
    var isInferred: Bool {
        guard type == nil, let defaultValue else { return false }
        let literals: [any ExprSyntaxProtocol.Type] = [
            BooleanLiteralExprSyntax.self, FloatLiteralExprSyntax.self, IntegerLiteralExprSyntax.self,
            StringLiteralExprSyntax.self,
        ]
        return !literals.contains { defaultValue.is($0) }
    }
}

extension VariableDeclSyntax {
    /// Returns the coded stored properties of the declaration.
    func values(keys: CodingKeyNames?, in expansion: Expansion) -> [WireValue] {
        var values: [WireValue] = []
        // In `var x, y: Int` the type follows the last name.
        var type: TypeSyntax?
        for binding in bindings.reversed() {
            type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                expansion.complain(.pattern, at: binding.pattern)
                continue
            }
            if let keys, keys[name] == nil {
                if !hasValue(binding, type) { expansion.complain(.leftOutValue(name, of: keys.name), at: binding) }
                continue
            }
            check(binding, name, expansion)
            if let type { TypeCheck.check(type, expansion) }
            let value = WireValue(binding, name, type, key: keys?[name], of: self, in: expansion)
            if value.defaultValue != nil, type?.isOptional ?? false {
                expansion.complain(.optionalDefault, at: binding)
            }
            values.append(value)
        }
        return values.reversed()
    }

    /// Returns whether a property has a value without an assignment.
    private func hasValue(_ binding: PatternBindingSyntax, _ type: TypeSyntax?) -> Bool {
        binding.initializer != nil || isLazy
            || (type?.isOptional ?? false) && bindingSpecifier.tokenKind == .keyword(.var)
    }

    /// Diagnoses what prevents a property from being read.
    private func check(_ binding: PatternBindingSyntax, _ name: String, _ expansion: Expansion) {
        if let modifier = modifiers.first(where: { $0.name.text == "lazy" }) {
            expansion.complain(.lazy, at: modifier, fixIts: [.remove(modifier, "remove 'lazy'")])
        }
        if binding.initializer != nil, bindingSpecifier.tokenKind == .keyword(.let) {
            let fixIt = FixIt.replace(bindingSpecifier, by: TokenSyntax.keyword(.var), "use 'var'")
            expansion.complain(.constant(name), at: bindingSpecifier, fixIts: [fixIt])
        }
        for attribute in attributes.compactMap({ $0.as(AttributeSyntax.self) }) {
            // The compiler's attributes begin with a lower-case letter; wrappers and macros do not.
            guard let name = attribute.attributeName.lastName, name.first?.isUppercase ?? false, name != "MainActor"
            else {
                continue
            }
            expansion.complain(.wrapper(name), at: attribute)
        }
    }
}

extension WireValue {
    fileprivate init(
        _ binding: PatternBindingSyntax, _ name: String, _ type: TypeSyntax?, key: String?,
        of variable: VariableDeclSyntax,
        in expansion: Expansion
    ) {
        self.name = name
        self.key = key ?? name.withoutBackticks
        let own = Doc(before: binding)
        doc = (own.isEmpty ? Doc(before: variable) : own).text
        self.type = type
        typeName = name.appending(0)
        defaultValue = binding.initializer?.value.unlessNil
        line = expansion.line(of: binding)
    }
}
