/// A mixer whose one knob, Master, knows its decibels: a plugin for ALSA, compiled here.
package enum DecibelMixer {
    /// - Returns: ALSA's name of the mixer; all of one process share its knob.
    /// - Throws: `ChildProcess.Failure` where there is no compiler.
    package static func make() throws -> String {
        let directory = try TestDirectory()
        let library = directory.file("knob.so")
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        try ChildProcess.run([
            // It stays in memory when its last handle is closed, and its knob where it was.
            "cc", "-shared", "-fPIC", "-DPIC", "-Wl,-z,nodelete", "-o", library, "/\(root)/Tests/Shims/alsa-knob.c",
            "-lasound",
        ])
        return try ALSAConfiguration.add { name in
            "ctl_type.adhan_knob { lib \"\(library)\" }\nctl.\(name) { type adhan_knob }\n"
        }
    }
}
