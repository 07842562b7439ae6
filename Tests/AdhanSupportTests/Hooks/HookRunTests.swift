import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// Real programs, well behaved and not.
@Suite(.serialized) struct HookRunTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// Without a supervisor nothing can run, and each test fails.
    private static let binary = (try? Binary.path) ?? ""

    private func run(
        _ command: String...,
        environment: [String: String] = ["PATH": "/usr/bin:/bin"],
        limit: Duration = .seconds(30)
    ) -> (end: HookRun.End, output: String) {
        let clock = LinuxClock()
        let hook = HookRun(command, environment: environment, supervisor: Self.binary)
        let deadline = clock.monotonic() + limit
        let end = hook.run { deadline }
        return (end, String(decoding: hook.output, as: UTF8.self))
    }

    /// Whether the process whose number a program has written there has ended.
    private func isGone(_ file: String) throws -> Bool {
        let text = String(decoding: TestDirectory.bytes(of: directory.file(file)), as: UTF8.self)
        let process = try #require(pid_t(text.split(separator: "\n").first ?? ""), "\(text)")
        return eventually { kill(process, 0) != 0 && errno == ESRCH }
    }

    /// `sleep` by a name of this test's.
    private func sleeper() -> String {
        symlink("/bin/sleep", directory.file("sleeper"))
        return directory.file("sleeper")
    }

    private func isOutOfTime(_ end: HookRun.End) -> Bool { if case .outOfTime = end { true } else { false } }

    @Test func `its exit code and both outputs are kept`() {
        let found = run("sh", "-c", "echo out; echo err >&2; exit 3")
        #expect(found.end == .exited(3) && found.output == "out\nerr\n" && run("true").end == .exited(0))
        #expect(run("sh", "-c", "kill -9 $$").end == .signalled(SIGKILL))
    }

    @Test func `it has the environment that it is given, and none of our descriptors`() throws {
        // A descriptor that is inheritable.
        let open = Glibc.open("/dev/null", O_RDONLY)
        defer { close(open) }
        let found = run("env", environment: ["PATH": "/usr/bin:/bin", "ADHAN_OCCASION": "adhan-fajr"])
        let lines = found.output.split(separator: "\n").filter { !$0.hasPrefix("ADHAND_HOOK=") }
        #expect(Set(lines) == ["PATH=/usr/bin:/bin", "ADHAN_OCCASION=adhan-fajr"], "\(found)")
        // The fourth descriptor is that of ls itself.
        #expect(run("ls", "/proc/self/fd").output == "0\n1\n2\n3\n")
    }

    @Test func `of our environment a hook gets only PATH and LANG`() {
        #expect(Set(HookProgram.environment.keys) == ["PATH", "LANG"])
    }

    @Test func `it does not read our stdin`() throws {
        let file = Glibc.open(try directory.write(Array("ours\n".utf8), to: "input"), O_RDONLY)
        let own = dup(STDIN_FILENO)
        dup2(file, STDIN_FILENO)
        close(file)
        defer {
            if own >= 0 { dup2(own, STDIN_FILENO) }
            close(own >= 0 ? own : STDIN_FILENO)
        }
        let found = run("cat")
        #expect(found.end == .exited(0) && found.output == "")
    }

    @Test func `no signal is blocked or ignored, whatever we have blocked and ignored`() {
        var (blocked, before) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGUSR1)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        let handler = signal(SIGUSR2, SIG_IGN)
        defer {
            signal(SIGUSR2, handler)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        let status = run("grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status").output
        // Without glibc's own, 32 and 33.
        let sets = status.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0, radix: 16) }
        #expect(sets.count == 2 && sets.allSatisfy { $0 & 0x7FFF_FFFF == 0 }, "\(status)")
    }

    @Test func `its arguments are not expanded by a shell`() {
        #expect(run("echo", "$HOME; rm -rf /nowhere", "*").output == "$HOME; rm -rf /nowhere *\n")
    }

    /// Alone, and with a child of it.
    @Test(arguments: [
        "trap '' TERM; echo $$ > FILE; while :; do sleep 1; done", "(trap '' TERM; sleep 300) & echo $! > FILE; wait",
    ])
    func `one that hangs and ignores SIGTERM is killed at its time limit`(body: String) throws {
        let found = run("sh", "-c", body.replacing("FILE", with: directory.file("pid")), limit: .seconds(1))
        #expect(try isOutOfTime(found.end) && isGone("pid"), "\(found)")
        #expect(found.end.problem?.hasSuffix("and was killed") == true)
    }

    @Test func `one that handles SIGTERM, and a child of it, has a moment to clean up`() {
        // The shell may notice first that its child was ended, and says so on stderr.
        let body = "exec 2>/dev/null; trap 'echo relay off; exit' TERM; touch \(directory.file("up")); sleep 300 & wait"
        let found = run("sh", "-c", body, limit: .seconds(1))
        #expect(isOutOfTime(found.end) && found.output == "relay off\n", "\(found)")
        unlink(directory.file("up"))
        let left = run("sh", "-c", "(\(body)) & until test -e \(directory.file("up")); do sleep 0.1; done")
        #expect(left.end == .exited(0) && left.output == "relay off\n")
    }

    @Test(arguments: ["", ">/dev/null 2>&1"])
    func `a child that outlives it is ended with it`(redirection: String) throws {
        let file = directory.file("pid")
        let found = run("sh", "-c", "sleep 300 \(redirection) & echo $! > \(file); echo done")
        #expect(try found.end == .exited(0) && found.output == "done\n" && isGone("pid"))
    }

    /// In sessions of their own, which no signal to the group reaches: one ignores SIGTERM, one has a child, one is double-forked.
    @Test(arguments: [
        "setsid sleep 300 &", "setsid sh -c 'trap \"\" TERM HUP; while :; do sleep 1; done' &",
        "setsid sh -c 'setsid sleep 300 & sleep 300' &", "(setsid setsid -f sleep 300 &)",
        "env -i setsid -f sleep 300 </dev/null >/dev/null 2>&1",
    ])
    func `descendants in a session of their own are ended with it`(body: String) throws {
        let name = sleeper()
        let text = body.replacing("sleep 300", with: "\(name) 300")
        let found = run("sh", "-c", "\(text)\nsleep 0.5; echo done")
        #expect(found.end == .exited(0) && found.output == "done\n", "\(found)")
        #expect(processes(of: name) == [])
        let late = run("sh", "-c", "\(text)\nsleep 300", limit: .seconds(1))
        #expect(isOutOfTime(late.end) && processes(of: name) == [], "\(late)")
    }

    @Test func `a process of another program is left alone`() throws {
        let other = try ChildProcess(["setsid", "sleep", "300"])
        #expect(run("sh", "-c", "setsid sleep 300 & sleep 0.2").end == .exited(0) && !other.hasEnded)
    }

    @Test func `many orphaned children are reaped and ended`() {
        let storm = "i=0; while [ $i -lt 300 ]; do setsid -f true; i=$((i + 1)); done; setsid -f sleep 300"
        #expect(run("sh", "-c", storm).end == .exited(0))
    }

    /// By a program that ends at once, one that goes on, and one in a session of its own.
    @Test(arguments: ["true", "NAME 300", "setsid -f NAME 300; NAME 300", "trap '' TERM; setsid NAME 300"])
    func `one that kills its supervisor is still ended, and nothing more is reported`(body: String) throws {
        let name = sleeper()
        let start = LinuxClock().monotonic()
        let found = run("sh", "-c", "NAME 300 & kill -KILL $PPID; \(body)".replacing("NAME", with: name))
        #expect(found.end == .unsupervised, "\(found)")
        #expect(found.end.problem?.hasPrefix("its supervisor was killed, so how it ended is unknown") == true)
        #expect(eventually { processes(of: name).isEmpty } && LinuxClock().monotonic() - start < .seconds(10))
    }

    @Test func `one that stops its supervisor is ended with its children, at its end and at its time limit`() throws {
        let name = sleeper()
        let start = LinuxClock().monotonic()
        let found = run("sh", "-c", "\(name) 300 & kill -STOP $PPID; exit 3")
        #expect(found.end == .exited(3), "\(found)")
        #expect(processes(of: name).isEmpty && LinuxClock().monotonic() - start < .seconds(10))
        let body = "\(name) 300 & while :; do kill -STOP $PPID; sleep 0.05; done"
        let late = run("sh", "-c", body, limit: .seconds(1))
        #expect(isOutOfTime(late.end) && processes(of: name).isEmpty, "\(late)")
    }

    @Test func `when the daemon has ended, the supervisor ends the program`() throws {
        let name = sleeper()
        let supervised = "exec -a adhand-hook \(Self.binary) /bin/sh sh -c '\(name) 300 & wait'"
        let runner = try ChildProcess(["bash", "-c", "exec 3>/dev/null; (\(supervised)) & wait"])
        #expect(eventually { processes(of: name).count == 1 })
        runner.signal(SIGKILL)
        #expect(eventually { processes(of: name).isEmpty })
    }

    /// The processes that were started by that name.
    private func processes(of name: String) -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter { process in
            TestDirectory.bytes(of: "/proc/\(process)/cmdline").starts(with: Array(name.utf8) + [0])
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root raises a priority"))
    func `it has the normal priority and OOM score, whatever ours are`() throws {
        // As the unit sets them for the daemon; where not even root may do so, there is nothing to reset.
        let text = """
            #!/bin/bash
            { echo -900 >/proc/self/oom_score_adj; renice -n -5 -p $$; } >/dev/null 2>&1
            exec -a adhand-hook \(Self.binary) "$@"
            """
        let wrapper = try directory.write(Array(text.utf8), to: "supervisor")
        chmod(wrapper, 0o755)
        let hook = HookRun(
            ["sh", "-c", "cat /proc/self/oom_score_adj; nice"],
            environment: ["PATH": "/usr/bin:/bin"],
            supervisor: wrapper
        )
        let deadline = LinuxClock().monotonic() + .seconds(30)
        #expect(hook.run { deadline } == .exited(0) && String(decoding: hook.output, as: UTF8.self) == "0\n0\n")
    }

    @Test func `a flood of output is bounded, and its end is kept`() {
        let endless = run("yes", "mercy", limit: .seconds(1))
        #expect(isOutOfTime(endless.end) && endless.output.utf8.count <= 4096 && endless.output.contains("mercy\n"))
        let long = run("sh", "-c", "head -c 3000000 /dev/zero; echo last words")
        #expect(long.end == .exited(0) && long.output.utf8.count == 4096 && long.output.hasSuffix("last words\n"))
    }

    @Test func `one that is missing, no program or not executable is reported`() throws {
        let text = try directory.write(Array("echo no\n".utf8), to: "plain")
        let cases = [
            ("/nowhere/amplifier", "No such file or directory"), ("no-such-program", "in PATH"),
            (text, "is not executable"), (directory.path, "is a folder"),
        ]
        for (program, reason) in cases {
            let problem = try #require(run(program).end.problem)
            #expect(problem.hasPrefix("it could not be started: ") && problem.contains(reason))
            #expect(HookProgram.problem(program) != nil)
        }
        #expect(HookProgram.problem("/nowhere/amplifier") == "'/nowhere/amplifier': No such file or directory")
        #expect(HookProgram.problem(text)?.contains("is not executable; sudo chmod 755 \(text)") == true)
        chmod(text, 0o755)
        #expect(HookProgram.problem("sh") == nil)
    }

    @Test(arguments: [
        ("echo no\n", "does not say what runs it; its first line must name the interpreter, as #!/bin/sh"),
        ("", "does not say what runs it"), ("#!\n", "does not say what runs it"),
        ("#!/bin/sh\r\nexit 0\r\n", "end as on Windows; sudo sed -i 's/\\r$//' /"),
        ("#!/usr/bin/pythno3 -u\n", "needs the interpreter '/usr/bin/pythno3', which is not there"),
    ])
    func `a script that the kernel cannot run is reported with what it lacks`(text: String, problem: String) throws {
        let path = try directory.write(Array(text.utf8), to: "text")
        chmod(path, 0o755)
        #expect(HookProgram.problem(path)?.contains(problem) == true)
        #expect(run(path).end.problem?.contains(problem) == true)
        let whole = try directory.write(Array("#! /bin/sh -e\nexit 0".utf8), to: "whole")
        chmod(whole, 0o755)
        #expect(HookProgram.problem(whole) == nil && run(whole).end == .exited(0))
    }
}
