import AdhanCore

/// The keys that every table of a server has.
extension ConfigTable {
    func listenAddress(default usual: ListenAddress) -> ListenAddress {
        noteDefault("listen", .text("\(usual)"))
        let port = usual.port
        let advice =
            "write \"127.0.0.1:\(port)\" for this box alone, \"0.0.0.0:\(port)\" for the mosque's network, "
            + "\"[::]:\(port)\" for both kinds of addresses"
        let address = text("listen") { text in
            guard let address = ListenAddress(text) else {
                throw ValueFault("is not an address and a port; \(advice)")
            }
            return address
        }
        return address?.value ?? usual
    }

    func hostNames() -> [String] {
        noteDefault("hosts", .list([]))
        let wanted = "a list of names, for example [\"mosque.local\"]"
        let list = list("hosts", mayBeEmpty: true, wanted: wanted) { text in
            // A browser sends the name alone, without the scheme and the path.
            let behindScheme = text.ranges(of: "://").first.map { text[$0.upperBound...] } ?? text[...]
            let name = behindScheme.prefix { $0 != "/" && $0 != ":" }
            let isName = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || ".-_".contains($0) }
            if isName, name == text { return text }
            let parts = name.split(separator: ".").filter { !$0.contains("*") }.joined(separator: ".")
            let meant =
                isName ? "write \"\(name)\"" : "write each name, as in \"\(parts.isEmpty ? "mosque.local" : parts)\""
            throw ValueFault(sentence: "hosts: no browser asks by '\(OneLine.of(text, limit: 80))'; \(meant)")
        }
        return list?.value ?? []
    }
}
