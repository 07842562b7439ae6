import AdhanSupport

/// How to show the display's page on a screen with Debian's packages, as text.
struct KioskGuide {
    /// The options of Chromium wherever it shows the page: it fills the screen, asks and offers nothing, fetches
    /// nothing for itself, and leaves the sound card alone.
    static let flags = [
        "--kiosk", "--no-first-run", "--noerrdialogs", "--hide-crash-restore-bubble", "--password-store=basic",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-domain-reliability", "--disable-breakpad", "--disable-features=Translate,MediaRouter",
        "--disable-pinch", "--overscroll-history-navigation=0", "--mute-audio",
    ]

    let listen: ListenAddress
    /// The config that says so; nil for the defaults.
    let file: String?

    private var host: String {
        // The server listens on all addresses of the box, of both kinds on "::".
        ["0.0.0.0", "::"].contains(listen.host) ? "127.0.0.1" : listen.host
    }

    var page: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(listen.port)/" }

    /// The lines for the unit; empty for the usual address.
    private var dropIn: [String] {
        guard page != "http://\(ListenAddress.usual)/" else { return [] }
        let isLocal = host == "::1" || host.hasPrefix("127.")
        return ["Environment=ADHAND_PAGE=\(page)"] + (isLocal ? [] : ["IPAddressAllow=\(host)"])
    }

    var text: String {
        let browser = "chromium \(Self.flags.joined(separator: " ")) --incognito \(page)"
        let place = dropIn.isEmpty ? "" : "\nThe page is not where the unit looks for it. Say so:\n\n\(edit(dropIn))"
        return """
            The page is \(page), by \(file.map { "[display] listen of\n\($0)" } ?? "the defaults").
            It needs: sudo systemctl enable --now adhand-display
            After a change of listen or hosts: sudo systemctl restart adhand-display

            A box without a desktop
            -----------------------
            A unit shows the page with cage, which has room for one window, and Chromium:

                sudo apt install --no-install-recommends cage xwayland chromium seatd
                sudo systemctl enable --now adhand-kiosk
            \(place)
            For a screen that stands upright, on Debian 12:

            \(edit(["Environment=CAGE_OPTIONS=-r"]))
            From Debian 13 on, with: sudo apt install wlr-randr

            \(edit([#"Environment="ADHAND_TURN=wlr-randr --output HDMI-A-1 --transform 90""#]))
            The output's name is one of those in /sys/class/drm, without the card. The
            other way round is -rrr, or --transform 270. The screen stays on, and the
            pointer is hidden.

            A desktop
            ---------
            Install chromium, and let the user's session start it. In
            ~/.config/autostart/adhand.desktop:

                [Desktop Entry]
                Type=Application
                Name=adhand
                Exec=\(browser)

            Have the user logged in at the start, and the screen turned and never blanked,
            in the desktop's own settings. On X11, a line of the same kind does it, too:

                Exec=xset s off s noblank -dpms

            For a try
            ---------
            As an ordinary user, logged in at the box itself:

                cage -- chromium --ozone-platform=wayland \(Self.flags.joined(separator: " ")) --incognito \(page)

            """
    }

    private func edit(_ lines: [String]) -> String {
        (["    sudo systemctl edit adhand-kiosk     # and there:", "        [Service]"] + lines.map { "        \($0)" }
            + ["    sudo systemctl restart adhand-kiosk", ""]).joined(separator: "\n")
    }
}
