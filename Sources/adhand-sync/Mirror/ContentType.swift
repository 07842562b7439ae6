/// The content type of a file by its ending, for the bucket.
enum ContentType {
    private static let known = [
        "mp3": "audio/mpeg", "json": "application/json", "csv": "text/csv; charset=utf-8",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "md": "text/markdown; charset=utf-8", "toml": "application/toml", "txt": "text/plain; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
    ]

    static func of(ending: String) -> String { known[ending] ?? "application/octet-stream" }
}
