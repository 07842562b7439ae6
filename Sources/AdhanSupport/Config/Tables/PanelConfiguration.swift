import AdhanCore

/// `[panel]`: the committee's page. A process of its own serves it, `adhand panel`.
package struct PanelConfiguration: Sendable, Equatable {
    package var listen = ListenAddress.panel
    /// The names besides addresses under which browsers may ask for the page.
    package var hosts: [String] = []
    /// The tables that the page shows and cannot change: by default those that decide at what time an adhan sounds.
    package var fixed: [String]

    /// - Parameter hasPlace: whether the box's own files have the mosque's place. Without one the page sets it, so that
    ///   a box can be set up by phone.
    package init(_ table: ConfigTable, hasPlace: Bool = true) {
        fixed = hasPlace ? ["place", "calculation", "clock"] : ["clock"]
        listen = table.listenAddress(default: listen)
        hosts = table.hostNames()
        table.noteDefault("fixed", .texts(fixed))
        let wanted = "a list of tables, for example [\"place\", \"calculation\"]"
        let named = table.list("fixed", mayBeEmpty: true, wanted: wanted) { name in
            if PanelLayer.tables.contains(name) { return name }
            if Configuration.tables.contains(name) {
                throw ValueFault(sentence: "fixed: the panel can never change [\(name)]; leave '\(name)' out")
            }
            let meant = Spelling.nearest(to: name, among: PanelLayer.tables.sorted()).map { "; did you mean '\($0)'?" }
            throw ValueFault(sentence: "fixed: there is no table '\(OneLine.of(name, limit: 40))'\(meant ?? "")")
        }
        fixed = named?.value ?? fixed
    }
}
