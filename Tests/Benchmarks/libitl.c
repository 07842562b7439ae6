// The calculation benchmark for libitl (Debian's libitl-dev): days of prayer times per second, for Rochdale in 2026 with the Muslim
// World League's angles. Prints the number.
#include <itl/prayer.h>
#include <stdio.h>
#include <time.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(void) {
    static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    Location rochdale = {
        .degreeLat = 53.6097, .degreeLong = -2.1561, .pressure = 1010, .temperature = 10,
    };
    Method method;
    getMethod(5, &method);
    // The middle of the night if twilight does not end, as in our benchmark: the cheapest of its rules.
    method.extreme = 11;
    Prayer times[6];
    long days = 0, sum = 0;
    double start = now(), passed;
    do {
        for (int month = 1; month <= 12; month++)
            for (int day = 1; day <= lengths[month - 1]; day++, days++) {
                Date date = {day, month, 2026};
                getPrayerTimes(&rochdale, &method, &date, times);
                sum += times[5].minute;
            }
        passed = now() - start;
    } while (passed < 1);
    // Keeps the compiler from removing the work.
    if (sum == 0) return 1;
    printf("%.0f\n", days / passed);
}
