import AdhanCore

/// What reaches the loop from the threads of its adapters.
enum LoopEvent: Sendable {
    case player(PlayerEvent)
    case desk(DeskEvent)
}
