// Has C++'s `new` fail once, at the FAILING_NEW-th time that the program itself asks for memory with it, in its own code or through
// libstdc++, after it has opened the file FAILING_AFTER: before, and in libswiftCore and the like, it is not what is tested. Preloaded.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <new>

static bool is_counted = false;

extern "C" int open(const char *path, int flags, ...) {
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list arguments;
        va_start(arguments, flags);
        mode = va_arg(arguments, mode_t);
        va_end(arguments);
    }
    const char *file = std::getenv("FAILING_AFTER");
    if (file && std::strcmp(path, file) == 0) is_counted = true;
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

static bool is_ours(void *caller) {
    Dl_info info = {};
    if (!dladdr(caller, &info) || !info.dli_fname) return false;
    const char *slash = std::strrchr(info.dli_fname, '/');
    const char *name = slash ? slash + 1 : info.dli_fname;
    return std::strcmp(name, "adhand") == 0 || std::strncmp(name, "libstdc++", 9) == 0;
}

void *operator new(size_t size) {
    static long left = std::getenv("FAILING_NEW") ? std::atol(std::getenv("FAILING_NEW")) : 0;
    if (is_counted && left > 0 && is_ours(__builtin_return_address(0)) && --left == 0) throw std::bad_alloc();
    if (void *memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}

void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }
