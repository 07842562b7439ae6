import AdhanCore
import AdhanSupport
import Logging
import Synchronization

/// What is known of the pages, and above all of the box's own screen.
extension DisplayService {
    /// What is wrong with the pages and the mosque's own files, in sentences, the most urgent first.
    var problems: [String] {
        let now = clock.wall()
        let (zone, material) = state.withLock { ($0.view.zone, $0.material) }
        let times = said.withLock(\.times).map { "the daemon's times cannot be shown: \($0)" }
        return [heartbeats.problem(now, zone), times].compactMap(\.self) + shown(now, material) + material.problems
    }

    /// What the browser on the box's screen cannot show, or not whole.
    private func shown(_ now: Instant, _ material: Material) -> [String] {
        func files(_ paths: Set<String>) -> [String] {
            Array(paths.compactMap { material.names[$0] }.sorted().prefix(FileProblems.most))
        }
        let cut = "is too long for the screen, and its end is cut off; shorten it, or make two files of it"
        return files(heartbeats.unshown(now)).map {
            "\($0) cannot be shown by the browser; save it again as PNG or JPEG"
        } + files(heartbeats.cut(now)).map { "\($0) \(cut)" }
    }

    /// How the display is: the pages that follow, and whether the box's screen draws.
    var words: String { heartbeats.words(clock.wall(), state.withLock(\.view.zone)) }

    func watchScreen(_ tell: (String?) -> Void) {
        let now = clock.wall()
        let shown = Set(shown(now, state.withLock(\.material)))
        for problem in shown.subtracting(note(\.shown, shown)).sorted() { warnings.note(problem, problem) }
        let problem = heartbeats.problem(now, state.withLock(\.view.zone))
        guard problem != note(\.page, problem) else { return }
        let words = problem ?? "the page on this box's screen is drawn again"
        warnings.note(problem == nil ? "drawn" : "page", words, problem == nil ? .notice : .warning)
        tell(problem)
    }
}
