import Glibc

// A process that a test watches or kills. It starts at once, while the tests' own executable takes a fifth of a second of a processor.
// test-subject cache FOLDER LETTER COUNT
// test-subject loop, which takes its settings from the environment

let words = CommandLine.arguments.dropFirst()
do {
    switch (words.first, words.count) {
    case ("cache", 4): try CacheSubject.run(folder: words[2], letter: words[3], count: Int(words[4]) ?? 0)
    case ("loop", 1): try CrashSubject.run()
    default:
        print("usage: test-subject cache FOLDER LETTER COUNT, or test-subject loop")
        exit(64)
    }
} catch {
    print(error)
    exit(1)
}
