import AdhanSupport
import AdhanCaller
import AdhanImport
import ArgumentParser

/// The options common to several commands.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The config file.", valueName: "file"))
    var config: String?

    @Option(help: ArgumentHelp("The folder with the recordings shipped with adhand.", valueName: "folder"))
    var resources: String?

    var box: BoxOptions { BoxOptions(config: config, resources: resources) }

    /// Puts together what the daemon would have by the config.
    ///
    /// - Parameter daemon: whether the command does the daemon's work, in its folders.
    func assembly(daemon: Bool) throws -> Assembly {
        let (configuration, locations) = try box.load(daemon: daemon)
        return try Assembly(configuration, locations, FetchProcess.network(box), reader: DocumentReader())
    }
}
